import { type CourseFeature, courseFeature, FEATURE_KINDS } from '@greensward/domain'
import type { XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { drawingOf } from './drawingOf.ts'
import { at, boxOf, cornersOf, FAIRWAY, fairway, fakeCanvas, green, idOf, path, words } from './fakeCanvas.fixture.ts'
import { SHAPE_OF } from './newFeature.ts'

describe('drawing', () => {
  test.each(FEATURE_KINDS)('a %s is drawn, named, selected, and as the contract wants it', kind => {
    const canvas = fakeCanvas([])
    const points =
      SHAPE_OF[kind] === 'polygon'
        ? boxOf(0, 0, 10, 10)
        : SHAPE_OF[kind] === 'line'
          ? boxOf(0, 0, 10, 10).slice(0, 2)
          : boxOf(0, 0, 1, 1).slice(0, 1)
    const state = canvas.draw(kind, points, FAIRWAY.id)
    expect(state.features).toHaveLength(1)
    const [made] = state.features
    expect(courseFeature.safeParse(made).success).toBe(true)
    expect(state.selection).toEqual([made?.id])
    expect(state.tool).toMatchObject({ kind: 'draw', feature: kind })
    expect(state.faults).toEqual([])
  })

  test('a press on the first corner closes an area, and a press on the last point adds nothing', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'area', zoneTypeId: null })
    for (const [x, y] of boxOf(0, 0, 30, 30)) canvas.click(x, y)
    canvas.click(0, 30)
    expect(canvas.state().sketch.points).toHaveLength(4)
    expect(cornersOf(canvas.click(0.5, 0.5).features[0])).toHaveLength(4)
  })

  test('the tool stays: the next thing follows at once, and Esc lays the tool down', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'note', zoneTypeId: null })
    canvas.click(0, 0)
    canvas.click(20, 0)
    expect(canvas.state().features).toHaveLength(2)
    expect(canvas.state().selection).toEqual([canvas.state().features[1]?.id])
    expect(canvas.use({ kind: 'draw', feature: 'wc', zoneTypeId: null }).selection).toEqual([])
    canvas.use({ kind: 'draw', feature: 'note', zoneTypeId: null })
    expect(canvas.key('Escape').tool.kind).toBe('select')
    canvas.click(40, 0)
    expect(canvas.state().features).toHaveLength(2)
  })

  test('a double click ends one thing and begins no other, and the next may start at the same corner', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'area', zoneTypeId: null })
    for (const [x, y] of boxOf(0, 0, 30, 30)) canvas.click(x, y)
    canvas.click(0, 0)
    canvas.click(0, 0)
    canvas.doubleClick(0, 0)
    expect(canvas.state().features).toHaveLength(1)
    expect(canvas.state().sketch.points).toEqual([])
    expect(canvas.state().notice).toBeNull()
    for (const [x, y] of boxOf(0, 0, -30, -30)) canvas.click(x, y)
    canvas.click(0, 0)
    expect(canvas.state().features).toHaveLength(2)
    expect(cornersOf(canvas.state().features[1])).toHaveLength(4)
  })

  test('undo takes back a point while something is drawn, redo puts it back, Esc gives the drawing up', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'road', zoneTypeId: null })
    canvas.click(0, 0)
    canvas.click(10, 0)
    expect(canvas.send({ type: 'undo' }).sketch.points).toHaveLength(1)
    expect(canvas.send({ type: 'redo' }).sketch.points).toHaveLength(2)
    expect(canvas.key('Backspace').sketch.points).toHaveLength(1)
    expect(canvas.key('Enter').notice?.key).toBe('twoPoints')
    expect(canvas.key('Escape').sketch.points).toEqual([])
    expect(canvas.key('Escape').tool.kind).toBe('select')
    expect(canvas.state().features).toEqual([])
  })

  test('a new corner lands exactly on the corner of a neighbour, else on its edge, and with Alt where it was put', () => {
    const canvas = fakeCanvas([fairway])
    canvas.use({ kind: 'draw', feature: 'road', zoneTypeId: null })
    expect(canvas.click(60.6, 0.4).sketch.points.at(-1)).toEqual(at(60, 0))
    expect(canvas.click(60.5, 20).sketch.points.at(-1)).toEqual(at(60, 20))
    expect(canvas.click(60.5, 30, { alt: true }).sketch.points.at(-1)).toEqual(at(60.5, 30))
  })

  test('a round thing is pulled up from its centre, or pressed at centre and rim', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'radius', zoneTypeId: null })
    const pulled = canvas.drag([0, 0], [7, 0]).features[0]
    expect(pulled?.kind === 'radius' && pulled.properties.radiusM).toBe(7)
    canvas.use({ kind: 'draw', feature: 'radius', zoneTypeId: null })
    canvas.click(50, 0)
    const clicked = canvas.click(54, 0).features[1]
    expect(clicked?.kind === 'radius' && clicked.properties.radiusM).toBe(4)
  })

  test('a boundary is traced in one drag with Shift, thinned to its corners, and Esc gives it up', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'area', zoneTypeId: null })
    const shift = { shift: true }
    const trace = (points: readonly XY[], isEnded = true): void => {
      const [[x, y] = [0, 0], ...rest] = points
      canvas.hold('down', x, y, shift)
      let [fromX, fromY] = [x, y]
      for (const [toX, toY] of rest) {
        for (let share = 0.05; share < 1.01; share += 0.05)
          canvas.hold('drag', fromX + (toX - fromX) * share, fromY + (toY - fromY) * share, shift)
        ;[fromX, fromY] = [toX, toY]
      }
      if (isEnded) canvas.hold('up', fromX, fromY, shift)
    }
    trace([...boxOf(0, 0, 30, 20), [0, 0.5]])
    expect(canvas.state().features).toHaveLength(1)
    expect(cornersOf(canvas.state().features[0])).toHaveLength(4)
    expect(canvas.state().sketch.points).toEqual([])

    trace(boxOf(40, 0, 60, 20), false)
    expect(canvas.state().sketch.points.length).toBeGreaterThan(20)
    expect(canvas.key('Escape').sketch.points).toEqual([])
    canvas.hold('up', 40, 20, shift)
    expect(canvas.state().features).toHaveLength(1)

    canvas.use({ kind: 'draw', feature: 'road', zoneTypeId: null })
    trace([
      [0, 40],
      [20, 40],
      [40, 60],
    ])
    expect(cornersOf(canvas.state().features[1])).toHaveLength(3)
    // Without Shift the same drag moves the map.
    expect(canvas.drag([0, 80], [20, 80]).features).toHaveLength(2)
    // A press that did not move is a corner as ever.
    expect(canvas.click(0, 80, shift).sketch.points).toHaveLength(1)
  })

  test('drawing freehand, one finger draws the outline and a second one gives it up', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'area', zoneTypeId: null })
    canvas.send({ type: 'freehand', on: true })
    const touch = { touch: true }
    const outline: readonly XY[] = [
      [0, 0],
      [15, 0],
      [30, 0],
      [30, 20],
      [15, 20],
      [0, 20],
      [0, 4],
    ]
    const begin = (): void => {
      canvas.hold('down', 0, 0, touch)
      for (const [x, y] of outline.slice(1)) canvas.hold('drag', x, y, touch)
    }
    begin()
    expect(canvas.send({ type: 'giveUp' }).sketch.points).toEqual([])
    expect(canvas.state().features).toHaveLength(0)
    begin()
    expect(cornersOf(canvas.hold('up', 0, 4, touch).features[0])).toEqual([
      [0, 0],
      [30, 0],
      [30, 20],
      [0, 20],
    ])
    // A tap is a corner as ever, and from there on corners are tapped.
    canvas.click(60, 0, touch)
    expect(canvas.drag([60, 20], [80, 20], touch).sketch.points).toHaveLength(1)
    canvas.key('Escape')
    canvas.send({ type: 'freehand', on: false })
    expect(canvas.drag([60, 20], [80, 20], touch).drag).toBeNull()
  })

  test('the base angle of a hole is that of its line from tee to green and follows it', () => {
    const canvas = fakeCanvas([])
    const drawn = canvas.draw('hole', [
      [0, 0],
      [100, 0],
    ]).features[0]
    expect(drawn?.kind === 'hole' && drawn.properties.baseAngle).toBe(90)
    canvas.use({ kind: 'select' })
    const turned = canvas.drag([100, 0], [0, -100]).features[0]
    expect(turned?.kind === 'hole' && turned.properties.baseAngle).toBe(180)
  })

  test('a typed coordinate is a point like any other', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'note', zoneTypeId: null })
    expect(canvas.send({ type: 'addPoint', at: at(5, 5) }).features[0]?.geometry.coordinates).toEqual(at(5, 5))
  })
})

describe('as a whole', () => {
  test('only the tool for it moves a thing, and only the one that was selected', () => {
    const canvas = fakeCanvas([fairway, green])
    canvas.click(30, 20)
    canvas.use({ kind: 'move' })
    canvas.drag([80, 10], [85, 10])
    expect(canvas.state().features).toEqual([fairway, green])
    canvas.drag([30, 20], [33, 24])
    expect(cornersOf(canvas.state().features[0])[0]).toEqual([3, 4])
    expect(cornersOf(canvas.state().features[1])[0]).toEqual([70, 0])
  })

  test('several are selected with shift or a box, moved together, and deleted as one step', () => {
    const canvas = fakeCanvas([fairway, green, path])
    canvas.click(30, 30)
    canvas.click(80, 10, { shift: true })
    expect(canvas.state().selection).toEqual([fairway.id, green.id])
    canvas.use({ kind: 'move' })
    canvas.drag([30, 30], [30, 35])
    expect(canvas.state().features.map(feature => cornersOf(feature)[0])).toEqual([
      [0, 5],
      [70, 5],
      [-10, 50],
    ])
    canvas.use({ kind: 'box' })
    expect(canvas.drag([-20, -20], [100, 60]).selection).toHaveLength(3)
    const gone = canvas.send({ type: 'removeSelection' })
    expect(gone.features).toEqual([])
    expect(gone.history.done).toHaveLength(2)
    expect(canvas.send({ type: 'undo' }).features).toHaveLength(3)
  })
})

describe('a box', () => {
  const pulled = (from: readonly [number, number], to: readonly [number, number]) => {
    const canvas = fakeCanvas([fairway, green, path])
    canvas.use({ kind: 'box' })
    return canvas.drag(from, to).selection
  }

  test('pulled to the right takes only what is wholly inside of it', () => {
    expect(pulled([65, -5], [95, 25])).toEqual([green.id])
    expect(pulled([50, -5], [95, 25])).toEqual([green.id])
    expect(pulled([80, -5], [95, 25])).toEqual([])
  })

  test('pulled to the left takes also what it touches, also where only an edge crosses it', () => {
    expect(pulled([95, 25], [50, -5])).toEqual([fairway.id, green.id])
    expect(pulled([40, 45], [20, 35])).toEqual([fairway.id])
  })

  test('within an area takes nothing of it', () => {
    expect(pulled([20, 20], [40, 30])).toEqual([])
    expect(pulled([40, 30], [20, 20])).toEqual([])
  })
})

describe('a hole that is deleted', () => {
  const hole: CourseFeature = {
    type: 'Feature',
    id: idOf(9),
    kind: 'hole',
    geometry: { type: 'LineString', coordinates: [at(0, -20), at(90, -20)] },
    properties: { name: '7', baseAngle: 90, par: 4, rating: 7, pass: 15, sort: 7, isActive: true, view: null },
  }
  const played = { ...fairway, properties: { ...fairway.properties, holeId: hole.id } } as CourseFeature

  test('takes its line of play from its zones in the same step, and undo gives both back', () => {
    const canvas = fakeCanvas([hole, played, green])
    canvas.send({ type: 'select', ids: [hole.id], how: 'only' })
    const after = canvas.send({ type: 'removeSelection' })
    expect(after.features).toEqual([fairway, green])
    expect(after.faults).toEqual([])
    expect(after.history.done).toHaveLength(1)
    expect(canvas.send({ type: 'undo' }).features).toEqual(expect.arrayContaining([hole, played, green]))
  })

  test('a zone that points to a hole of long ago can be edited, and then belongs to none', () => {
    const canvas = fakeCanvas([played, green])
    canvas.send({ type: 'select', ids: [played.id], how: 'only' })
    const renamed = { ...played, properties: { ...played.properties, title: 'Wide' } } as CourseFeature
    const after = canvas.send({
      type: 'edit',
      label: 'Rename',
      diff: { added: [], updated: [[played, renamed]], removed: [] },
      join: null,
    })
    expect(after.faults).toEqual([])
    expect(after.features.find(({ id }) => id === played.id)?.properties).toMatchObject({ title: 'Wide', holeId: null })
  })
})

describe('forbidden changes', () => {
  test('a zone with a working mission is neither edited nor deleted', () => {
    const canvas = fakeCanvas([fairway], { busy: new Set([fairway.id]) })
    expect(canvas.click(30, 20).notice?.key).toBe('busyEdit')
    expect(canvas.drag([60, 40], [65, 45]).features).toEqual([fairway])
    expect(canvas.send({ type: 'removeSelection' }).notice?.key).toBe('busyDelete')
    expect(canvas.send({ type: 'moveBy', eastM: 1, northM: 0 }).notice?.key).toBe('busyEdit')
    expect(canvas.state().features).toEqual([fairway])
  })

  test('keeps an object that the person may not change', () => {
    const canvas = fakeCanvas([fairway, path], { mayChange: ({ kind }) => kind === 'road' })
    canvas.click(30, 20)
    expect(canvas.send({ type: 'removeSelection' }).notice?.key).toBe('forbidden')
    expect(canvas.draw('zone', boxOf(0, 0, 5, 5)).notice?.key).toBe('forbidden')
    expect(canvas.state().features).toEqual([fairway, path])
  })
})

test('the drawing carries the size of what is drawn, to the pointer', () => {
  const canvas = fakeCanvas([])
  canvas.use({ kind: 'measure' })
  canvas.click(0, 0)
  canvas.click(30, 0)
  expect(drawingOf(canvas.state(), canvas.world(), words).label?.text).toBe('30.0 m')
  canvas.click(30, 40)
  canvas.click(0, 0)
  expect(drawingOf(canvas.state(), canvas.world(), words).label?.text).toBe('600 m² · 120.0 m')
})
