/** Why a file cannot become a raster: expected, told to whoever sent it. */

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

/** Thrown within this room, handed out by its door as a value. */
export class Fault extends Error {
  readonly kind: FaultKind
  constructor(kind: FaultKind, message: string) {
    super(message)
    this.kind = kind
  }
}
