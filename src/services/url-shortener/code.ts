import { customAlphabet } from 'nanoid';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const length = 7;

/** An alias that a client chooses. Drawn codes are of this shape as well: they share one space. */
export const aliasPattern = '^[a-zA-Z0-9_-]{4,64}$';
const codeShape = new RegExp(aliasPattern);

/** A secure random code of 7 characters from a–z, A–Z, 0–9, each equally likely. */
export const drawCode: () => string = customAlphabet(alphabet, length);

export const canBeCode = (text: string): boolean => codeShape.test(text);

const reserved = new Set(['shorten', 'admin', 'api', 'healthz', 'readyz', 'metrics', 'openapi']);

/** Words that paths of ours may begin with, in upper or lower case: people take both for the same. */
export const isReserved = (code: string): boolean => reserved.has(code.toLowerCase());
