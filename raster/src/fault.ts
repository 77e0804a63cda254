/** Why a file cannot become a raster: expected, and shown to the person who sent it. */

export const FAULTS = [
  'notTiff',
  'damaged',
  'noGeoreference',
  'unknownProjection',
  'unknownDatum',
  'offTheMap',
  'tooLarge',
  'claimsTooMuch',
  'unsupported',
  'notElevation',
  'notPicture',
] as const
export type FaultKind = (typeof FAULTS)[number]

/** Thrown inside this package; its interface returns it as a value. */
export class Fault extends Error {
  readonly kind: FaultKind
  constructor(kind: FaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
