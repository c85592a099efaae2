/** The first Node that the services run on. */
export const neededNode = 26;

export const isNewEnough = Number.parseInt(process.versions.node) >= neededNode;
