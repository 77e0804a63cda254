/** Names that are cut short where they would not fit. */

/** One visible character may be several code units, such as a flag or a letter with its marks. */
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As it is where it fits, else its beginning and an ellipsis, with no character torn apart. */
export const shortened = (pen: Pick<CanvasRenderingContext2D, 'measureText'>, text: string, mostPx: number): string => {
  if (pen.measureText(text).width <= mostPx) return text
  const ends = Array.from(characters.segment(text), ({ index }) => index)
  let [fits, tooLong] = [0, ends.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (pen.measureText(`${text.slice(0, ends[middle])}…`).width <= mostPx) fits = middle
    else tooLong = middle
  }
  return `${text.slice(0, ends[fits]).trimEnd()}…`
}
