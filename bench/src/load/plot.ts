/** How a server's load grows with the course, as a picture. */
import type { Measured } from './measured.ts'

const WIDTH = 760
const HEIGHT = 420
const LEFT = 64
const RIGHT = 64
const TOP = 28
const BOTTOM = 64

interface Curve {
  readonly name: string
  readonly color: string
  readonly of: (row: Measured) => number
}

const CURVES: readonly Curve[] = [
  { name: 'API, p99', color: '#0B7390', of: row => row.apiP99Ms },
  { name: 'mower to page, p99', color: '#17A73F', of: row => row.mowerP99Ms },
  { name: 'cart to page, p99', color: '#B4690E', of: row => row.cartP99Ms },
]
const CORE_COLOR = '#6B7280'
/** Of milliseconds, by tens: one to ten thousand. What took longer, or was never answered, is drawn at the top. */
const DECADES = 4

/** Milliseconds on the left, logarithmic; share of one core on the right; sizes as they were measured along the bottom. */
export const drawGrowth = (rows: readonly Measured[]): string => {
  const x = (index: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * index) / Math.max(1, rows.length - 1)
  const yMs = (ms: number): number =>
    HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log10(Math.min(10 ** DECADES, Math.max(1, ms)))) / DECADES
  const mostCore = Math.ceil(Math.max(1, ...rows.map(({ core }) => core)))
  const yCore = (core: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * core) / mostCore
  const line = (color: string, ys: readonly number[], dash = ''): string =>
    `<polyline fill="none" stroke="${color}" stroke-width="2"${dash} points="${ys.map((y, index) => `${x(index).toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`
  const text = (at: readonly [number, number], content: string, rest = ''): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}"${rest}>${content}</text>`
  const decades = Array.from({ length: DECADES + 1 }, (_, power) => {
    const y = yMs(10 ** power)
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" stroke="#D1D5DB"/>${text([LEFT - 8, y + 4], `${10 ** power} ms`, ' text-anchor="end"')}`
  })
  const sizes = rows.map(
    ({ mowers, carts, pages }, index) =>
      text([x(index), HEIGHT - BOTTOM + 20], `${mowers} mowers`, ' text-anchor="middle"') +
      text([x(index), HEIGHT - BOTTOM + 34], `${carts} carts`, ' text-anchor="middle"') +
      text([x(index), HEIGHT - BOTTOM + 48], `${pages} pages`, ' text-anchor="middle"'),
  )
  const names = [...CURVES, { name: 'share of a core', color: CORE_COLOR }].map(({ name, color }, index) =>
    text([LEFT + index * 160, TOP - 10], name, ` fill="${color}" font-weight="600"`),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" fill="#374151">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#FFFFFF"/>`,
    ...decades,
    ...sizes,
    ...names,
    ...CURVES.map(({ color, of }) =>
      line(
        color,
        rows.map(row => yMs(of(row))),
      ),
    ),
    line(
      CORE_COLOR,
      rows.map(({ core }) => yCore(core)),
      ' stroke-dasharray="5 4"',
    ),
    text([WIDTH - RIGHT + 8, yCore(mostCore) + 4], `${mostCore * 100} %`),
    text([WIDTH - RIGHT + 8, yCore(0) + 4], '0 %'),
    '</svg>',
    '',
  ].join('\n')
}
