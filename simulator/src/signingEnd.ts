/** The mower's end of message signing: what it believes, what it signs with, and how its key is changed. */
import {
  createSignatureCheck,
  createSigner,
  type Frame,
  type MessageOf,
  type Sign,
  type SignatureCheck,
} from '@greensward/vehicle/mavlink'
import type { Rover } from './rover.ts'

export interface SigningEnd {
  /** Undefined without a key. */
  readonly sign: Sign | undefined
  accepts(frame: Frame): boolean
  /** ArduPilot changes no key while it is armed, and answers only with a status text. */
  setUp(request: MessageOf<'SETUP_SIGNING'>): void
}

/** @param key 32 bytes; null signs nothing and believes everything, until it is given a key */
export const createSigningEnd = (rover: Rover, nowMs: () => number, key: Uint8Array | null): SigningEnd => {
  let sign: Sign | undefined
  let signatures: SignatureCheck | undefined

  const setKey = (next: Uint8Array): void => {
    // A key of zeros takes the signing away again.
    const none = next.every(byte => byte === 0)
    sign = none ? undefined : createSigner(next, 0, nowMs)
    signatures = none ? undefined : createSignatureCheck(next)
  }
  if (key !== null) setKey(key)

  return {
    get sign() {
      return sign
    },
    accepts: frame => signatures === undefined || signatures.check(frame) === 'accepted',
    setUp: ({ fields }) => {
      if (fields.targetSystem !== rover.systemId) return
      if (rover.armed) rover.say(4, "ERROR: Won't setup signing when armed")
      else setKey(Uint8Array.from(fields.secretKey))
    },
  }
}
