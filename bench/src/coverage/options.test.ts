import { swathOverlapM } from '@greensward/domain'
import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'

describe('readOptions', () => {
  it("plans with the product's overlap and a body with its margin unless something else is asked for", () => {
    const { settings } = readOptions(['--fields', 'x'])
    expect(settings).toEqual({
      widthM: 2,
      overlapM: swathOverlapM(2),
      body: { widthM: 2.2, lengthM: 2.6, marginM: 0.35 },
      laps: 2,
      radiusM: 1,
      headings: 60,
    })
    expect(readOptions(['--fields', 'x', '--body', 'none', '--overlap', '0']).settings).toMatchObject({
      body: undefined,
      overlapM: 0,
    })
  })

  it('names every option with a wrong value at once', () => {
    const wrong = [
      '--width',
      'two',
      '--laps',
      '1.5',
      '--radius=-1',
      '--body',
      '2',
      '--headings',
      '0',
      '--runs',
      '',
      '--pattern',
      'spiral',
    ]
    for (const name of ['width', 'laps', 'radius', 'body', 'headings', 'runs', 'pattern'])
      expect(() => readOptions(['--fields', 'x', ...wrong])).toThrow(`--${name}`)
    expect(() => readOptions(['--feilds', 'x'])).toThrow('--feilds')
    expect(() => readOptions([])).toThrow('nothing to plan')
    expect(() => readOptions(['--all', '--fields', 'x'])).toThrow('--data')
  })
})
