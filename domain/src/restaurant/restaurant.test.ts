import { describe, expect, test } from 'vitest'
import { isOpenOrder, isServed, orderMoves, orderRequest, orderStatus } from './restaurant.ts'

const ALWAYS = { isAvailable: true, soldOutUntil: null, servedFrom: null, servedTo: null }
const at = (time: string) => new Date(`2026-07-04T${time}:00Z`)

describe('a dish is served', () => {
  test('always, when nothing else is said', () => {
    expect(isServed(ALWAYS, at('03:00'), 'UTC')).toBe(true)
  })
  test('never while it is off the menu', () => {
    expect(isServed({ ...ALWAYS, isAvailable: false }, at('12:00'), 'UTC')).toBe(false)
  })
  test('again from the moment until which it was sold out', () => {
    const soldOut = { ...ALWAYS, soldOutUntil: '2026-07-04T12:00:00Z' }
    expect(isServed(soldOut, at('11:59'), 'UTC')).toBe(false)
    expect(isServed(soldOut, at('12:00'), 'UTC')).toBe(true)
  })
  test('is served between its times in the zone of the course, not of the browser', () => {
    const breakfast = { ...ALWAYS, servedFrom: '07:00', servedTo: '11:00' }
    expect(isServed(breakfast, at('06:30'), 'UTC')).toBe(false)
    expect(isServed(breakfast, at('06:30'), 'Europe/Berlin')).toBe(true)
    expect(isServed(breakfast, at('11:00'), 'UTC')).toBe(false)
  })
  test('past midnight, when it ends before it begins', () => {
    const late = { ...ALWAYS, servedFrom: '20:00', servedTo: '02:00' }
    expect(['19:59', '20:00', '23:59', '00:00', '01:59', '02:00'].map(time => isServed(late, at(time), 'UTC'))).toEqual(
      [false, true, true, true, true, false],
    )
  })
  test('from a time on, or until one', () => {
    expect(isServed({ ...ALWAYS, servedFrom: '10:00' }, at('09:00'), 'UTC')).toBe(false)
    expect(isServed({ ...ALWAYS, servedTo: '10:00' }, at('09:00'), 'UTC')).toBe(true)
  })
})

describe('an order', () => {
  test('goes from new to delivered step by step, and can be cancelled until then', () => {
    const path: string[] = ['new']
    for (let next = orderMoves('new')[0]; next !== undefined; next = orderMoves(next)[0]) path.push(next)
    expect(path).toEqual(['new', 'accepted', 'ready', 'delivered'])
    for (const status of orderStatus.options) expect(orderMoves(status).includes('cancelled')).toBe(isOpenOrder(status))
  })
  test('names each dish once, and at least one', () => {
    const dishId = '7d444840-9dc0-41d1-b245-5ffdce74fad2'
    expect(orderRequest.safeParse({ lines: [] }).success).toBe(false)
    expect(orderRequest.safeParse({ lines: [{ dishId, quantity: 1 }] }).success).toBe(true)
    expect(
      orderRequest.safeParse({
        lines: [
          { dishId, quantity: 1 },
          { dishId, quantity: 2 },
        ],
      }).success,
    ).toBe(false)
    expect(orderRequest.safeParse({ lines: [{ dishId, quantity: 0 }] }).success).toBe(false)
  })
})
