/** Sets the theme that a person chose before anything is drawn. A script of its own, since nothing is inline. */
const chosen = localStorage.getItem('hawker-theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
