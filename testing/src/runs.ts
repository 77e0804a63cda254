/** How often a property is tried: a tenth in `npm test`, in full in `npm run test:full`. */

/** Set by `npm run test:full`. */
const isFull = process.env.TEST_FULL === '1'

export const runs = (inFull: number): number => (isFull ? inFull : Math.ceil(inFull / 10))
