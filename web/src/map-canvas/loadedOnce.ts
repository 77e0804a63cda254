/** A part of the drawing that only some screens need, loaded by the first that does. */
export interface LoadedOnce<T> {
  readonly load: () => void
  readonly loaded: () => T | undefined
}

/** @param then called when the part is there */
export const loadedOnce = <T>(load: () => Promise<T>, then: () => void): LoadedOnce<T> => {
  let part: T | undefined
  let isAsked = false
  return {
    load: () => {
      if (isAsked) return
      isAsked = true
      load().then(
        loaded => {
          part = loaded
          then()
        },
        // Asked for again with the next drawing.
        () => {
          isAsked = false
        },
      )
    },
    loaded: () => part,
  }
}
