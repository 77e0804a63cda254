/** Holes of files that draw them otherwise: a line for each tee, several courses, points of golf GPS devices. */
import { type CourseFeature, featureTitle } from '@greensward/domain'
import { box, ringAt } from '@greensward/domain/testing'
import type { XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { line, read } from '../testing/elements.ts'
import type { ImportElement } from './importElement.ts'
import { numberOfName, parOf, refOf } from './importMeaning.ts'

const holesOf = (features: readonly CourseFeature[]) =>
  features.flatMap(feature => (feature.kind === 'hole' ? [feature.properties] : []))
const hole = (tags: Record<string, string>, points: readonly XY[], id: string): ImportElement =>
  line({ golf: 'hole', ...tags }, points, id)

describe('one line for each tee', () => {
  test('lines of one number that end on one green are one hole, from the farthest tee', () => {
    const lines = [350, 400, 320].map((tee, i) =>
      hole(
        { ref: '7' },
        [
          [i * 5, 0],
          [0, tee],
        ]
          .map(([x = 0, y = 0]): XY => [x, 400 - y])
          .toReversed(),
        `way/${i}`,
      ),
    )
    const { features, ignored } = read(lines)
    expect(holesOf(features)).toMatchObject([{ name: 'Hole 7' }])
    expect(ignored).toEqual({ 'golf=hole from another tee': 2 })
  })

  test('lines without a number are one hole where one follows the other, and two where they only meet', () => {
    const back = hole(
      {},
      [
        [0, 0],
        [0, 300],
      ],
      'way/back',
    )
    const forward = hole(
      {},
      [
        [4, 60],
        [0, 300],
      ],
      'way/forward',
    )
    const across = hole(
      {},
      [
        [250, 290],
        [10, 300],
      ],
      'way/across',
    )
    expect(holesOf(read([forward, back, across]).features)).toHaveLength(2)
  })

  test('two holes of one number with greens of their own stay two', () => {
    const far = hole(
      { ref: '1' },
      [
        [600, 0],
        [600, 300],
      ],
      'way/far',
    )
    expect(
      holesOf(
        read([
          hole(
            { ref: '1' },
            [
              [0, 0],
              [0, 300],
            ],
            'way/near',
          ),
          far,
        ]).features,
      ),
    ).toHaveLength(2)
  })
})

describe('numbers', () => {
  test.each([
    ['20', 20],
    ['#7', 7],
    ['Hole 7 Par 4', 7],
    ['Loch Nr. 12', 12],
    ['7-Green', 7],
    ['Green 3', 3],
    ['Par 4', undefined],
    ['The 19th', undefined],
    ['18th', undefined],
    ['Route 66', undefined],
    [undefined, undefined],
  ])('%s is hole %s', (name, number) => expect(numberOfName(name)).toBe(number))

  test.each([
    ['7', 7],
    ['B7', 7],
    ['Red 12', 12],
    ['-', undefined],
    ['99999', undefined],
  ])('the ref %s is hole %s', (ref, number) => expect(refOf({ ref })).toBe(number))

  test('a par may be words in a name', () => {
    expect([parOf({ name: 'Hole 3 Par 4' }), parOf({ desc: 'par: 5' }), parOf({ par: '3', name: 'Par 4' })]).toEqual([
      4, 5, 3,
    ])
    expect(parOf({ name: 'Park 4' })).toBeUndefined()
  })

  test('holes keep the numbers of their names, and the rest gets those that are free', () => {
    const at = (n: number): XY[] => [
      [n * 200, 0],
      [n * 200, 300],
    ]
    const { features } = read([
      hole({ name: '20' }, at(0), 'way/a'),
      hole({ name: '2' }, at(1), 'way/b'),
      hole({}, at(2), 'way/c'),
      hole({ name: 'Postage Stamp' }, at(3), 'way/d'),
    ])
    expect(holesOf(features).map(({ name, sort }) => [name, sort])).toEqual([
      ['2', 2],
      ['20', 20],
      ['Hole 1', 1],
      ['Postage Stamp', 3],
    ])
  })
})

describe('27, 36 and 54 holes', () => {
  const three = (n: number): XY[] => [
    [n * 200, 0],
    [n * 200, 300],
  ]

  test('holes of one number are called after their courses, which follow each other', () => {
    const { features } = read([
      hole({ ref: '1', 'golf:course:name': 'Valley' }, three(0), 'way/a'),
      hole({ ref: '1', 'golf:course:name': 'Hill', name: 'Windy Ridge' }, three(1), 'way/b'),
      hole({ ref: '2', 'golf:course:name': 'Hill', name: '2' }, three(2), 'way/c'),
      {
        id: 'way/g',
        tags: { golf: 'green' },
        geometry: { type: 'Polygon', coordinates: [ringAt(box(-10, 295, 10, 315))] },
      },
    ])
    expect(holesOf(features).map(({ name, sort }) => [name, sort])).toEqual([
      ['Valley 1', 101],
      ['Windy Ridge', 1],
      ['Hill 2', 2],
    ])
    expect(features.filter(({ kind }) => kind === 'zone').map(featureTitle)).toEqual(['Green Valley 1'])
  })

  test('letters before a number, and the outline around a hole, name its course', () => {
    const outline = (name: string, west: number): ImportElement => ({
      id: `way/${name}`,
      tags: { leisure: 'golf_course', name },
      geometry: { type: 'Polygon', coordinates: [ringAt(box(west, -50, west + 300, 400))] },
    })
    const names = (elements: readonly ImportElement[]) =>
      holesOf(read(elements).features)
        .map(({ name }) => name)
        .sort()
    expect(names([hole({ ref: 'A1' }, three(0), 'way/a'), hole({ ref: 'B1' }, three(1), 'way/b')])).toEqual([
      'A 1',
      'B 1',
    ])
    const both = [outline('Old', -50), outline('New', 350)]
    expect(names([...both, hole({ ref: '1' }, three(0), 'way/a'), hole({ ref: '1' }, three(2), 'way/b')])).toEqual([
      'New 1',
      'Old 1',
    ])
  })

  test('one course keeps its plain numbers though it has a name', () => {
    const { features } = read([hole({ ref: '1', 'golf:course:name': 'Only' }, three(0), 'way/a')])
    expect(holesOf(features)).toMatchObject([{ name: 'Hole 1', sort: 1 }])
  })
})
