/**
 * A week of four mowers on the demo course, drawn from a seed and played on the real server with its database, the real gateway
 * and simulated mowers over UDP; a judge of its own counts what went wrong. The last line is one JSON object.
 * `npm run bench:week -- --seed N [--days 7] [--kills 20] [--speed 40] [--record FILE] [--keep] [--quiet]`
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { drawWeek } from './week/draw.ts'
import { judge } from './week/judge.ts'
import { playWeek } from './week/playWeek.ts'
import { MOWER_COUNT } from './week/weekCourse.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '1' },
    /** How often the server is killed, over all days. */
    kills: { type: 'string', default: '0' },
    /** Most simulated seconds in a second. */
    speed: { type: 'string', default: '40' },
    /** A file for what was recorded. */
    record: { type: 'string' },
    /** The data of the server stay, to be looked into. */
    keep: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
})
const within = (text: string, least: number, most: number): number => Math.min(most, Math.max(least, Number(text)))
const [seed, days, kills] = [within(values.seed, 0, 2 ** 31), within(values.days, 1, 7), within(values.kills, 0, 1_000)]
const KEPT_TARGET = 0.98

// So that its server ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const played = await playWeek({
  seed,
  days: drawWeek(seed, days, kills, MOWER_COUNT),
  speed: within(values.speed, 1, 100),
  keep: values.keep,
  says: text => {
    if (!values.quiet) console.info(text)
  },
})
if (values.record !== undefined) writeFileSync(values.record, JSON.stringify(played.record))
const judged = judge(played.record)

const when = (atMs: number): string => new Date(atMs).toISOString().slice(5, 19)
const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
for (const { mower, atMs, why } of judged.startsOutside)
  console.info(`start outside a release: ${mower} ${when(atMs)}, ${why}`)
for (const { mowers, atMs, closestM } of judged.meetings)
  console.info(`meeting: ${mowers.join(' and ')} ${when(atMs)}, ${round(closestM, 1)} m`)
for (const { zone, mower, atMs, marginMin } of judged.cutsInFront)
  console.info(
    `cut in front of golfers: ${zone} by ${mower} ${when(atMs)}, ${round(marginMin, 1)} min before the group`,
  )
for (const { zone, as, dueMs, doneMs } of judged.promises)
  if (as !== 'kept')
    console.info(`promise ${as}: ${zone} due ${when(dueMs)}, ${doneMs === null ? 'not mown' : `mown ${when(doneMs)}`}`)
for (const { mower, atMs, offM } of judged.notHome)
  console.info(`not home: ${mower} ${when(atMs)}, ${round(offM, 1)} m off`)

const of = (as: string): number => judged.promises.filter(promise => promise.as === as).length
const good = of('kept') + of('rePromised') + of('open')
const { tally } = played
const figures = {
  seed,
  days,
  kills: played.kills,
  starts: judged.starts,
  startsOutside: judged.startsOutside.length,
  meetings: judged.meetings.length,
  closestMeetingM:
    judged.meetings.length === 0 ? null : round(Math.min(...judged.meetings.map(({ closestM }) => closestM))),
  cutsInFront: judged.cutsInFront.length,
  promises: judged.promises.length,
  kept: of('kept'),
  rePromised: of('rePromised'),
  movedBeyondTheEnd: of('open'),
  broken: of('broken'),
  keptShare: judged.promises.length === 0 ? null : round(good / judged.promises.length, 3),
  leftOut: tally.leftOut,
  mowerEvenings: days * MOWER_COUNT,
  home: days * MOWER_COUNT - judged.notHome.length,
  homeByThemselves: played.homeAlone,
  presses: tally.presses,
  pauses: tally.pauses,
  refusals: tally.refusals,
  gaveUp: tally.gaveUp.length,
  serverErrors: played.serverFaults.length,
  playedH: round(played.playedMs / 3_600_000, 1),
  realMin: round(played.realMs / 60_000, 1),
  speed: round(played.playedMs / played.realMs, 1),
  heldShare: round(played.heldMs / played.realMs),
}
const missed = [
  ...(figures.startsOutside > 0 ? ['starts outside a release'] : []),
  ...(figures.meetings > 0 ? ['meetings'] : []),
  ...(figures.cutsInFront > 0 ? ['cuts in front of golfers'] : []),
  ...((figures.keptShare ?? 0) < KEPT_TARGET ? ['promises'] : []),
  ...(judged.notHome.length > 0 ? ['mowers not home'] : []),
]
console.info(missed.length === 0 ? 'Every target is met.' : `MISSED: ${missed.join(', ')}.`)
console.info(JSON.stringify({ ...figures, missed }))
