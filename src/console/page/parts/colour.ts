/** Colours of the theme for what is drawn on a canvas. */

/** A canvas does not know `light-dark()`: the browser resolves it here. @param name as `--muted` */
export function colourNow(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Calls `draw` whenever light becomes dark, or dark light. Returns what ends that. */
export function onTheme(draw: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', draw);
  addEventListener('hawker-theme', draw);
  return () => {
    dark.removeEventListener('change', draw);
    removeEventListener('hawker-theme', draw);
  };
}

/** The browser is asked once for each colour. */
export function memoised(): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const colour = known.get(name) ?? colourNow(name);
    known.set(name, colour);
    return colour;
  };
}
