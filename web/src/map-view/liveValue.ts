/** A value that changes too often for React's state: only the component that shows it listens to it. */
export interface LiveValue<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly listen: (onChange: () => void) => () => void
}

export const makeLiveValue = <T>(first: T): LiveValue<T> => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: next => {
      value = next
      for (const listener of listeners) listener()
    },
    listen: onChange => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
