/** The options of the coverage bench. Their defaults are what the product plans with. */
import { parseArgs } from 'node:util'
import { bodyOf, mowingPattern, swathOverlapM } from '@greensward/domain'
import type { MachineBody, MowingPattern } from '@greensward/geometry'

export const USAGE = `usage: npm run bench:coverage -- [what to plan] [settings]
  --fields DIR      the first polygon of each *.geojson, with a reference.csv of other planners beside them
  --course FILE     fairways, greens, tees and roughs of a whole course, as drawn and smoothed; may be repeated
  --generated SEED  blobs, doglegs, bands and angular polygons made from this number
  --data DIR        the folders fields and courses of a data folder
  --all             with --data: all tables, also generated fields, a large one and other machines
  --width 2  --overlap 0.08  --body 2.2x2.6 or none  --laps 2  --radius 1
  --pattern NAME    one pattern, or several with commas to choose the quickest from; else all on roughs, straight elsewhere
  --headings 60     the best of 60 headings; 1 is the one along each field, as a mission has one
  --runs 5          timed runs of each field
  --reference FILE  figures of other planners
  --out DIR         writes each plan of --fields`

/** Metres, and the headings to choose from. */
export interface Settings {
  readonly widthM: number
  readonly overlapM: number
  readonly body: MachineBody | undefined
  readonly laps: number
  readonly radiusM: number
  /** 1 plans the heading along the field. */
  readonly headings: number
  /** Absent, the quickest of all patterns on roughs and straight rows elsewhere. */
  readonly pattern?: readonly MowingPattern[]
}

export interface Options {
  readonly settings: Settings
  readonly fields: string | undefined
  readonly courses: readonly string[]
  readonly seed: number | undefined
  readonly data: string | undefined
  readonly isAll: boolean
  readonly runs: number
  readonly reference: string | undefined
  readonly out: string | undefined
}

/** A mower is a tenth wider than its blade and three tenths longer than the blade is wide, as the rotary mower of the demo course. */
const bodyAround = (widthM: number): string => `${(1.1 * widthM).toFixed(2)}x${(1.3 * widthM).toFixed(2)}`

const PATTERNS: readonly MowingPattern[] = mowingPattern.options
const isPattern = (name: string): name is MowingPattern => PATTERNS.some(known => known === name)

/** @throws with the name of each option that has a wrong value */
export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fields: { type: 'string' },
      course: { type: 'string', multiple: true, default: [] },
      generated: { type: 'string' },
      data: { type: 'string' },
      all: { type: 'boolean', default: false },
      reference: { type: 'string' },
      out: { type: 'string' },
      width: { type: 'string', default: '2' },
      overlap: { type: 'string' },
      body: { type: 'string' },
      laps: { type: 'string', default: '2' },
      radius: { type: 'string', default: '1' },
      pattern: { type: 'string' },
      headings: { type: 'string', default: '60' },
      runs: { type: 'string', default: '5' },
    },
  })
  const faults: string[] = []
  const number = (name: string, text: string, least: number, most: number, isWhole = false): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!(value >= least && value <= most) || (isWhole && !Number.isInteger(value)))
      faults.push(`--${name} ${text}: not a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`)
    return value
  }
  const body = (text: string): MachineBody | undefined => {
    if (text === 'none') return undefined
    const [, width, length] = /^([\d.]+)x([\d.]+)$/.exec(text) ?? []
    if (width === undefined || length === undefined) faults.push(`--body ${text}: not WIDTHxLENGTH in metres or none`)
    const widthM = number('body', width ?? '1', 0.1, 20)
    return { ...bodyOf({ widthM }), lengthM: number('body', length ?? '1', 0.1, 20) }
  }
  const widthM = number('width', values.width, 0.1, 20)
  const named = values.pattern?.split(',') ?? []
  for (const name of named) if (!isPattern(name)) faults.push(`--pattern ${name}: not one of ${PATTERNS.join(', ')}`)
  const settings: Settings = {
    widthM,
    overlapM: number('overlap', values.overlap ?? String(swathOverlapM(widthM)), 0, widthM / 2),
    body: body(values.body ?? bodyAround(widthM)),
    laps: number('laps', values.laps, 0, 5, true),
    radiusM: number('radius', values.radius, 0, 20),
    headings: number('headings', values.headings, 1, 360, true),
    ...(values.pattern === undefined ? {} : { pattern: named.filter(isPattern) }),
  }
  const seed = values.generated === undefined ? undefined : number('generated', values.generated, 0, 2 ** 32 - 1, true)
  const runs = number('runs', values.runs, 1, 1000, true)
  if (values.all && values.data === undefined) faults.push('--all: needs --data DIR')
  const hasFields = values.fields ?? values.data ?? values.generated
  if (hasFields === undefined && values.course.length === 0)
    faults.push('nothing to plan: give --fields, --course, --generated or --data')
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const { fields, data, reference, out } = values
  return { settings, fields, courses: values.course, seed, data, isAll: values.all, runs, reference, out }
}
