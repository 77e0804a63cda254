declare module 'lerc' {
  export type LercPixels =
    | Int8Array
    | Uint8Array
    | Int16Array
    | Uint16Array
    | Int32Array
    | Uint32Array
    | Float32Array
    | Float64Array

  /** @throws a text that says what is wrong with the blobs */
  function decode(
    blobs: ArrayBufferLike,
    options: {
      /** All values of a pixel side by side, instead of all of one kind first. */
      readonly returnPixelInterleavedDims: boolean
    },
  ): {
    readonly width: number
    readonly height: number
    /** One for each blob. */
    readonly pixels: readonly LercPixels[]
    /** 0 for a pixel without values; none where all have them. */
    readonly mask?: Uint8Array | null
  }
  const Lerc: { readonly decode: typeof decode }
  export default Lerc
}
