"""The page's knob as a drawing for the README: docs/page.svg, on a simulated guitar.

    picture.py FILE
"""

import pathlib
import sys

from browser import SITE, launch, stop
from site_server import SiteServer

# What the style sheets say goes into the drawing, which has none.
INLINE = """() => {
  const properties = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap',
    'stroke-linejoin', 'stroke-dasharray', 'stroke-dashoffset', 'opacity', 'font-size', 'font-weight', 'text-anchor',
    'dominant-baseline', 'transform'];
  const usual = { 'fill-opacity': '1', 'stroke-opacity': '1', opacity: '1', 'stroke-dasharray': 'none', transform: 'none',
    'stroke-dashoffset': '0px', 'dominant-baseline': 'auto', 'stroke-linecap': 'butt', 'stroke-linejoin': 'miter',
    'text-anchor': 'start', stroke: 'none' };
  const plain = (value) => value.replaceAll('"', "'").replace(/color\\(srgb ([\\d. e-]+)(?: \\/ ([\\d.]+))?\\)/g, (_, rgb, alpha) =>
    `rgba(${rgb.trim().split(' ').map((part) => Math.round(255 * part)).join(',')},${alpha ?? 1})`);
  const inlined = (from, isLayer) => {
    const style = getComputedStyle(from);
    if (style.display === 'none' || style.visibility === 'hidden' || Number(style.opacity) === 0) return null;
    const to = isLayer ? document.createElementNS('http://www.w3.org/2000/svg', 'g') : from.cloneNode(false);
    to.removeAttribute('class');
    const isText = ['text', 'tspan'].includes(from.tagName);
    const kept = properties.filter((name) => style.getPropertyValue(name) !== usual[name])
      .filter((name) => isText || !/^(font|text|dominant)/.test(name))
      .filter((name) => !isLayer || ['opacity', 'transform'].includes(name))
      .map((name) => `${name}:${plain(style.getPropertyValue(name))}`);
    if (kept.length > 0) to.setAttribute('style', kept.join(';'));
    for (const child of from.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) to.append(child.textContent);
      else if (child.nodeType === Node.ELEMENT_NODE) { const copy = inlined(child, false); if (copy) to.append(copy); }
    }
    return to;
  };
  const layers = [...document.querySelectorAll('svg.knob')];
  const box = layers[0].viewBox.baseVal;
  const area = layers[0].getBoundingClientRect();
  const scale = box.width / area.width;
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({ viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, width: box.width,
    height: box.height, 'font-family': 'system-ui, sans-serif', role: 'img' })) drawing.setAttribute(name, value);
  const make = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  drawing.append(make('rect', { x: box.x, y: box.y, width: box.width, height: box.height, rx: 14,
    fill: getComputedStyle(document.body).backgroundColor }));
  for (const layer of layers) { const copy = inlined(layer, true); if (copy) drawing.append(copy); }
  // What stands in the middle is text of the page, and lies over the knob.
  const walker = document.createTreeWalker(document.querySelector('tuner-readout'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    const place = range.getBoundingClientRect();
    if (element instanceof SVGElement || !node.textContent.trim() || place.width < 2 || Number(style.opacity) === 0
      || style.visibility === 'hidden' || style.clipPath !== 'none') continue;
    const size = parseFloat(style.fontSize) * scale;
    const text = make('text', { x: (box.x + scale * (place.left + place.width / 2 - area.left)).toFixed(1),
      y: (box.y + scale * (place.top + place.height / 2 - area.top) + 0.35 * size).toFixed(1), 'font-size': size.toFixed(1),
      'font-weight': style.fontWeight, fill: plain(style.color), 'text-anchor': 'middle' });
    text.append(node.textContent.trim());
    drawing.append(text);
  }
  return new XMLSerializer().serializeToString(drawing);
}"""


def main():
    browser = launch()
    with SiteServer(SITE) as server:
        context = browser.new_context(
            viewport={"width": 390, "height": 844}, color_scheme="dark", locale="en-US", service_workers="block")
        page = context.new_page()
        page.goto(f"{server.url}#simulate&instrument=Guitar")
        page.wait_for_selector("svg.knob", state="attached")
        # The first string of the simulated guitar, when the dial has come to rest.
        page.locator(".side-word", has_text="flat").wait_for()
        page.wait_for_timeout(1000)
        pathlib.Path(sys.argv[1]).write_text(page.evaluate(INLINE) + "\n")
        context.close()
    stop()


if __name__ == "__main__":
    main()
