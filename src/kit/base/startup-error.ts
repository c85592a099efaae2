/** A start that cannot succeed. Its message is one clear line for the person at the console. */
export class StartupError extends Error {}
