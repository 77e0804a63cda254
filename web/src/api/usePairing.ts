/** The form that pairs a device: a code, and the refusal of the server. */
import { type FormEvent, useState } from 'react'
import { ApiFailure, errorText, isKind } from './failure.ts'

export interface Pairing {
  readonly code: string
  readonly setCode: (code: string) => void
  /** The text of a refusal; null before the first try and while one is under way. */
  readonly refusal: string | null
  readonly isBusy: boolean
  readonly pair: (event: FormEvent) => void
}

interface PairingOptions<T> {
  readonly redeem: (code: string) => Promise<T>
  /** The page without a code, which takes the place of the address once the code is used. */
  readonly path: string
  /** The text where the server was not reached. */
  readonly unreached: string
  /** The text for a code that is unknown, used or too old: where to get a new one. */
  readonly wrongCode: string
  readonly onPaired: (paired: T) => void
}

/** The code of the address is after the hash, so it never reaches a server's log. */
const codeOfAddress = (): string => new URLSearchParams(window.location.hash.slice(1)).get('pair') ?? ''

/** A text that cannot be a code is refused as a field. */
const hasField = (error: unknown, field: string): boolean => error instanceof ApiFailure && field in error.fields

export function usePairing<T>({ redeem, path, unreached, wrongCode, onPaired }: PairingOptions<T>): Pairing {
  const [code, setCode] = useState(codeOfAddress)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const pair = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setRefusal(null)
    try {
      const paired = await redeem(code)
      window.history.replaceState(window.history.state, '', path)
      onPaired(paired)
    } catch (error) {
      setRefusal(
        isKind(error, 'wrongCode') || hasField(error, 'code')
          ? wrongCode
          : error instanceof ApiFailure
            ? errorText(error)
            : unreached,
      )
    } finally {
      setBusy(false)
    }
  }
  return { code, setCode, refusal, isBusy, pair: event => void pair(event) }
}
