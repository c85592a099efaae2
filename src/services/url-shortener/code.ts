import { customAlphabet } from 'nanoid';

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const length = 7;

const codeShape = new RegExp(`^[a-zA-Z0-9]{${length}}$`);

/** A secure random code of 7 characters from a–z, A–Z, 0–9, each equally likely. */
export const drawCode: () => string = customAlphabet(alphabet, length);

export const canBeCode = (text: string): boolean => codeShape.test(text);
