/** Why a file cannot become a raster: expected, and shown to the person who sent it in a text for its code. */

export type FaultCode =
  | 'notTiff'
  | 'fileDamaged'
  | 'noGeoreference'
  | 'unknownProjection'
  | 'unknownDatum'
  | 'offTheMap'
  | 'acrossDateLine'
  | 'tooManyPixels'
  | 'claimsTooMuch'
  | 'unsupported'
  | 'notElevation'
  | 'notPicture'

/** Thrown by this package where a file cannot be used. */
export class Fault extends Error {
  readonly code: FaultCode
  /** Figures of the file. */
  readonly params: Readonly<Record<string, string | number>>
  constructor(code: FaultCode, params: Fault['params'] = {}) {
    super(`${code} ${JSON.stringify(params)}`)
    this.code = code
    this.params = params
  }
}
