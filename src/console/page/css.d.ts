/** Styles that a module brings along: the bundler collects them. */
declare module '*.css';
