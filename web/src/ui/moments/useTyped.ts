import { useState } from 'react'

interface Typing {
  /** What the field holds when nobody types. */
  readonly shown: string
  /** The value of a complete text, '' of an empty one, undefined of one that is half typed. */
  readonly read: (text: string) => string | undefined
  /** As `read`, of a person who left the field. */
  readonly readShort: (text: string) => string | undefined
  readonly onValue: (value: string) => void
}

/** A field whose text becomes a value once it is complete; a text that never does is put back. */
export function useTyped({ shown, read, readShort, onValue }: Typing) {
  const [typed, setTyped] = useState<string | null>(null)
  const settle = (): void => {
    const value = typed === null || typed === shown ? undefined : readShort(typed)
    if (value !== undefined) onValue(value)
    setTyped(null)
  }
  return {
    forget: (): void => setTyped(null),
    input: {
      value: typed ?? shown,
      onChange: (event: { readonly currentTarget: { readonly value: string } }): void => {
        const text = event.currentTarget.value
        setTyped(text)
        const value = text === '' ? '' : read(text)
        if (value !== undefined) onValue(value)
      },
      onBlur: settle,
    },
    settle,
  }
}
