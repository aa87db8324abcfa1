// The texts of the players' view, in the form of app/texts.js, whose table they join: apart, so that they are loaded
// with it.

import { texts } from '../app/texts.js';

/** @type {Record<string, string[]>} */
export const playingTexts = {
  'playing-flat': ['{cents} flat', '{cents} ct zu tief', '{cents} ct trop bas', '{cents} ct bajo', '{cents}セント低い', '低 {cents} 音分'],
  'playing-sharp': ['{cents} sharp', '{cents} ct zu hoch', '{cents} ct trop haut', '{cents} ct alto', '{cents}セント高い', '高 {cents} 音分'],
  'playing-string': ['string {note}: {cents} ct', 'Saite {note}: {cents} ct', 'corde {note} : {cents} ct', 'cuerda {note}: {cents} ct', '弦{note}: {cents}セント', '弦 {note}：{cents} 音分'],
  'playing-held': ['held', 'gehalten', 'tenue', 'retenida', '保持', '保持'],
};

Object.assign(texts, playingTexts);
