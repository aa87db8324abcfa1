// Why a score is not read.

/** @typedef {import('../../vocabulary/practice.js').PracticeProblem | 'noInflation' | 'unknownFile' | 'noSound' | 'tooLongToFollow'} Problem */

export class PracticeRefusal extends Error {
  /**
   * @param {Problem} problem
   * @param {number} [number] The line, the limit or the number that belongs to it.
   * @param {string} [text] The words of the file that are wrong.
   */
  constructor(problem, number = 0, text = '') {
    super(problem);
    this.problem = problem;
    this.number = number;
    this.text = text;
  }
}
