import { describe, expect, test } from 'vitest'
import { readOsm } from './readOsm.ts'

const osm = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n${body}\n</osm>`

/** Nodes 1 to 4 are the corners of an outer square, 5 to 8 those of one inside it. */
const SQUARES = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 2],
]
  .map(([lon, lat], index) => `<node id="${index + 1}" lon="${lon}" lat="${lat}"/>`)
  .join('\n')

const way = (id: number, nodes: readonly number[], tags = ''): string =>
  `<way id="${id}">${nodes.map(node => `<nd ref="${node}"/>`).join('')}${tags}</way>`

const read = (body: string) => {
  const result = readOsm(osm(body))
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

describe('reading an .osm file', () => {
  test('tagged nodes are points, tagged ways are lines, and what has no tags is only corners', () => {
    const elements = read(
      `${SQUARES}<node id="9" lon="1" lat="2"><tag k="natural" v="tree"/></node>${way(1, [1, 2])}${way(2, [2, 3], '<tag k="golf" v="cartpath"/>')}`,
    )
    expect(elements).toEqual([
      { id: 'node/9', tags: { natural: 'tree' }, geometry: { type: 'Point', coordinates: [1, 2] } },
      {
        id: 'way/2',
        tags: { golf: 'cartpath' },
        geometry: {
          type: 'LineString',
          coordinates: [
            [4, 0],
            [4, 4],
          ],
        },
      },
    ])
  })

  test('a multipolygon is put together from pieces in any order and sense, with its hole in it', () => {
    const [relation] = read(`${SQUARES}
      ${way(1, [1, 2, 3])}${way(2, [1, 4, 3])}${way(3, [5, 6, 7])}${way(4, [5, 8, 7])}
      <relation id="1"><member type="way" ref="3" role="inner"/><member type="way" ref="1" role="outer"/>
      <member type="way" ref="2" role="outer"/><member type="way" ref="4" role="inner"/>
      <tag k="type" v="multipolygon"/><tag k="golf" v="fairway"/></relation>`)
    expect(relation?.geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [4, 0],
            [4, 4],
            [0, 4],
            [0, 0],
          ],
          [
            [1, 1],
            [2, 1],
            [2, 2],
            [1, 2],
            [1, 1],
          ],
        ],
      ],
    })
  })

  test.each([
    ['a way whose node is not in the file', way(1, [1, 99], '<tag k="golf" v="hole"/>')],
    ['a way whose node lies nowhere', `<node id="9" lon="500" lat="0"/>${way(1, [1, 9], '<tag k="golf" v="hole"/>')}`],
    [
      'a multipolygon that stays open',
      `${way(1, [1, 2, 3])}<relation id="1"><member type="way" ref="1" role="outer"/><tag k="type" v="multipolygon"/></relation>`,
    ],
    [
      'a multipolygon whose way is not in the file',
      `<relation id="1"><member type="way" ref="7" role="outer"/><tag k="type" v="multipolygon"/></relation>`,
    ],
  ])('%s has no geometry', (_, body) => {
    expect(read(SQUARES + body).map(({ geometry }) => geometry)).toContain(null)
  })

  test('what was deleted is not there', () => {
    expect(read(`${SQUARES}<node id="9" lon="1" lat="1" visible="false"><tag k="a" v="b"/></node>`)).toEqual([])
    expect(read(`${SQUARES}<way id="1" action="delete"><nd ref="1"/><nd ref="2"/><tag k="a" v="b"/></way>`)).toEqual([])
  })

  test('a tag that is called like a part of every object is just a tag', () => {
    const [element] = read('<node id="1" lon="0" lat="0"><tag k="__proto__" v="x"/><tag k="constructor" v="y"/></node>')
    expect(Object.keys(element?.tags ?? {})).toEqual(['__proto__', 'constructor'])
  })

  test.each([
    ['an empty file', '', 'xml', 1],
    ['an element that is not closed', '<osm>\n<node>\n</osm>', 'xml', 3],
    ['a DOCTYPE', '<!DOCTYPE osm>\n<osm/>', 'doctype', 1],
    ['another kind of XML', '\n<kml/>', 'notOsm', 2],
    ['a file of changes', '<osmChange/>', 'notOsm', 1],
    ['elements in elements without end', `<osm>${'<a>'.repeat(20)}`, 'tooDeep', 1],
    ['an endless attribute', `<osm>\n<node id="1" lat="0" lon="0" user="${'x'.repeat(10_000)}"/></osm>`, 'tooLong', 2],
  ] as const)('%s is refused with its reason and line', (_, text, reason, line) => {
    expect(readOsm(text)).toMatchObject({ ok: false, error: { reason, line } })
  })
})
