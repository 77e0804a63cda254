import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'

const kept = new Map<string, unknown>()

/**
 * State of a part that the page draws elsewhere when the window changes between telephone and desk: React then makes the
 * part anew, and what was typed in it would be gone. It is kept, on this page alone, until it is null again.
 * @param key names the state among all of the page
 */
export function useKeptState<Value>(key: string): [Value | null, Dispatch<SetStateAction<Value | null>>] {
  const [value, setValue] = useState<Value | null>(() => (kept.get(key) as Value | undefined) ?? null)
  useEffect(() => {
    if (value === null) kept.delete(key)
    else kept.set(key, value)
  }, [key, value])
  return [value, setValue]
}
