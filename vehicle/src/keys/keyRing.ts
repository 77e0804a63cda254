/**
 * The keys that a mower may have: the one it is to have, and those before it, until it has answered under the new one.
 * Meanwhile it is believed under each of them, and everything goes out under each, so that a stop always reaches it.
 */
import type { Clock } from '../clock.ts'
import {
  createSignatureCheck,
  createSigner,
  encodeFrame,
  type Frame,
  type Message,
  type Sender,
  type Sign,
  type SignatureCheck,
  type SignatureVerdict,
} from '../mavlink/index.ts'

export interface MowerKeys {
  /** 32 bytes; with a key nothing unsigned is accepted from the mower. Left out, it signs nothing. */
  readonly signingKey?: Uint8Array
  /** Keys that the mower may still use until it has answered under `signingKey`; null means unsigned. */
  readonly formerKeys?: readonly (Uint8Array | null)[]
}

export interface KeyRing {
  /** The mower has answered under the key that it is to have, or never had another one. */
  readonly isProven: boolean
  /** @returns accepted where one of the keys fits; `isNew` where that is the one it is to have */
  check(frame: Frame): { readonly verdict: SignatureVerdict; readonly isNew: boolean }
  /** The message once under each key. */
  encode(outgoing: Message, sender: Sender, linkId: number, nextSeq: () => number): Uint8Array[]
  /** The message under the key that the mower is to have. */
  encodeNew(outgoing: Message, sender: Sender, linkId: number, nextSeq: () => number): Uint8Array
  /** Takes other keys over; what is known of those that stay is kept. */
  set(keys: MowerKeys): void
  /** The mower has answered under the key that it is to have: the others are forgotten. */
  prove(): void
}

interface KeyEnd {
  readonly key: Uint8Array | null
  readonly check: SignatureCheck | null
  /** One for each link: the timestamps of each rise by themselves. */
  readonly signers: Map<number, Sign>
}

export const sameKey = (a: Uint8Array | null | undefined, b: Uint8Array | null | undefined): boolean =>
  (a ?? null) === (b ?? null) || (a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0)

const newEnd = (key: Uint8Array | null): KeyEnd => ({
  key,
  check: key === null ? null : createSignatureCheck(key),
  signers: new Map(),
})

export const createKeyRing = (keys: MowerKeys, clock: Clock): KeyRing => {
  let ends: readonly KeyEnd[] = []

  const set = ({ signingKey, formerKeys = [] }: MowerKeys): void => {
    const wanted = [signingKey ?? null, ...formerKeys]
    const distinct = wanted.filter((key, at) => wanted.findIndex(other => sameKey(other, key)) === at)
    ends = distinct.map(key => ends.find(end => sameKey(end.key, key)) ?? newEnd(key))
  }
  set(keys)

  const check: KeyRing['check'] = frame => {
    let refusal: SignatureVerdict = 'unsigned'
    for (const [at, end] of ends.entries()) {
      // With a key in the ring, a frame signed under an unknown key does not count as one of a mower without a key.
      const isUnkeyed = end.check === null && (ends.length === 1 || !frame.signed)
      const verdict = end.check === null ? (isUnkeyed ? 'accepted' : 'wrongKey') : end.check.check(frame)
      if (verdict === 'accepted') return { verdict, isNew: at === 0 }
      if (refusal !== 'oldTimestamp') refusal = verdict
    }
    return { verdict: refusal, isNew: false }
  }

  const encodeWith = (end: KeyEnd, outgoing: Message, sender: Sender, linkId: number, seq: number): Uint8Array => {
    if (end.key === null) return encodeFrame(outgoing, sender, seq)
    const sign = end.signers.get(linkId) ?? createSigner(end.key, linkId, clock.nowMs)
    end.signers.set(linkId, sign)
    return encodeFrame(outgoing, sender, seq, sign)
  }

  return {
    get isProven() {
      return ends.length === 1
    },
    check,
    encode: (outgoing, sender, linkId, nextSeq) =>
      ends.map(end => encodeWith(end, outgoing, sender, linkId, nextSeq())),
    encodeNew: (outgoing, sender, linkId, nextSeq) =>
      encodeWith(ends[0] ?? newEnd(null), outgoing, sender, linkId, nextSeq()),
    set,
    prove: () => {
      ends = ends.slice(0, 1)
    },
  }
}
