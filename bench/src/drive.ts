/**
 * Zones of the demo course, planned, fenced and watched as the product does it, given to simulated mowers by the real gateway
 * and driven on a stepped clock; then missions longer than the memory, and faults. Prints a line for each zone and each kind
 * of fault; the last line is one JSON object. `npm run bench:drive -- --seed N [--fairways 20] [--greens 10] [--rounds 5] [--laps 2]`
 */
import { parseArgs } from 'node:util'
import { type LonLat, localFrame } from '@greensward/geometry'
import { HOME, mowerId, startTrial } from '@greensward/simulator/harness'
import { missionItems } from '@greensward/vehicle'
import { batteriesEmptied, idsDoubled, keysChanged, linksCut } from './driveFaults.ts'
import { type Driven, driveZone, zonesOf } from './driveZone.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    fairways: { type: 'string', default: '20' },
    greens: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    /** As the form of a new mission offers. */
    laps: { type: 'string', default: '2' },
  },
})
const seed = Number(values.seed)
/** Of the body on ground that no zone lets a mower drive on; over the edge of its own zone it reaches onto other grass (ADR 15). */
const OUTSIDE_TARGET_M = 0.3
const TIME_TARGET = 0.1
const MISSION_ITEMS = 2_000

/** A mission of many items, with the memory of the board and with a card. */
const longMission = async (card: boolean) => {
  const trial = await startTrial({ seed })
  const id = mowerId(1)
  const isReady = (): boolean => trial.gateway.state(id)?.telemetry.ready === true
  await trial.until(isReady, 60)
  const frame = localFrame(HOME)
  const points = Array.from({ length: MISSION_ITEMS }, (_, i): LonLat => {
    const [row, along] = [Math.floor(i / 20), i % 20]
    return frame.toLonLat([row, row % 2 === 0 ? along : 19 - along])
  })
  const { items } = missionItems({ segments: [{ bladeOn: true, speedMps: 2, points }] }, { kind: 'relay', index: 0 })
  if (card) {
    await trial.finish(trial.gateway.setParameter(id, 'BRD_SD_MISSION', 64))
    await trial.finish(trial.gateway.reboot(id))
    await trial.until(isReady, 60)
  }
  const beganMs = trial.clock.nowMs()
  const { outcome } = await trial.finish(trial.gateway.upload(id, items), 600)
  const uploadS = (trial.clock.nowMs() - beganMs) / 1_000
  const inOnePart = trial.gateway.state(id)?.missionOnBoardTo === null
  await trial.gateway.close()
  return { items: items.length, accepted: outcome === 'accepted', uploadS, inOnePart }
}

const round = (value: number, digits = 2): number => Number(value.toFixed(digits))
const most = (list: readonly number[]): number => round(Math.max(0, ...list))

const driven: Driven[] = []
const wanted = [
  ...zonesOf('fairway', Number(values.fairways), seed).map(zone => [zone, 'Rook 1'] as const),
  ...zonesOf('green', Number(values.greens), seed).map(zone => [zone, 'Wren 3'] as const),
]
for (const [zone, mower] of wanted) {
  const one = await driveZone(zone, mower, seed, Number(values.laps))
  driven.push(one)
  console.info(
    `${one.title.padEnd(14)} ${one.finished ? 'finished' : 'NOT FINISHED'}, ${Math.round(one.predictedS)} s predicted, ${Math.round(one.drivenS)} s driven, ` +
      `blade outside ${round(one.bladeOutsideM, 1)} m, body over the edge ${round(one.bodyOverEdgeM)} m, where none may drive ${round(one.bodyOutsideM)} m, ` +
      `in an obstacle ${round(one.bodyInObstacleM)} m, fence ${one.fenceOn ? 'on' : 'OFF'}${one.why === null ? '' : ` - ${one.why}`}`,
  )
}

const rounds = Number(values.rounds)
const faults = {
  keysChanged: await keysChanged(rounds, seed),
  linksCut: await linksCut(rounds, seed),
  idsDoubled: await idsDoubled(rounds, seed),
  batteriesEmptied: await batteriesEmptied(rounds, seed),
}
for (const [name, { rounds: played, wrong, bladesOnAfterStop }] of Object.entries(faults))
  console.info(
    `${name.padEnd(16)} ${played} rounds, ${bladesOnAfterStop} blades on after a stop, ${wrong.length} things wrong ${wrong.join('; ')}`,
  )

const ratios = driven
  .filter(({ finished }) => finished)
  .map(one => one.predictedS / one.drivenS)
  .sort((a, b) => Math.abs(a - 1) - Math.abs(b - 1))
const figures = {
  seed,
  zones: driven.length,
  finishedWithoutStop: driven.filter(({ finished }) => finished).length,
  bladeOnOutsideM: round(driven.reduce((sum, one) => sum + one.bladeOutsideM, 0)),
  mostBodyOverEdgeM: most(driven.map(one => one.bodyOverEdgeM)),
  mostBodyOutsideM: most(driven.map(one => one.bodyOutsideM)),
  mostBodyInObstacleM: most(driven.map(one => one.bodyInObstacleM)),
  fencedZones: driven.filter(({ fenceOn }) => fenceOn).length,
  predictedByDrivenMedian: round(ratios[Math.floor(ratios.length / 2)] ?? 0, 3),
  predictedByDrivenWorst: round(ratios.at(-1) ?? 0, 3),
  bladesOnAfterEnd: driven.filter(({ bladeAfterEnd }) => bladeAfterEnd).length,
  bladesOnAfterStop: Object.values(faults).reduce((sum, { bladesOnAfterStop }) => sum + bladesOnAfterStop, 0),
  faultRounds: Object.values(faults).reduce((sum, { rounds: played }) => sum + played, 0),
  faultsWrong: Object.values(faults).flatMap(({ wrong }) => wrong),
  longMission: { board: await longMission(false), card: await longMission(true) },
}
const { board, card } = figures.longMission
const missed = [
  ...(figures.finishedWithoutStop < figures.zones ? ['zones not finished'] : []),
  ...(figures.bladeOnOutsideM > 0 ? ['blade on outside'] : []),
  ...(figures.mostBodyOutsideM > OUTSIDE_TARGET_M
    ? [`more than ${OUTSIDE_TARGET_M} m of body where none may drive`]
    : []),
  ...(figures.mostBodyInObstacleM > 0 ? ['body in an obstacle'] : []),
  ...(figures.fencedZones < figures.zones ? ['zones without a fence'] : []),
  ...(Math.abs(figures.predictedByDrivenWorst - 1) > TIME_TARGET ? ['time not within 10 %'] : []),
  ...(figures.bladesOnAfterEnd + figures.bladesOnAfterStop > 0 ? ['blade on after the end or a stop'] : []),
  ...(figures.faultsWrong.length > 0 ? ['faults'] : []),
  ...(!board.accepted || !card.accepted || !card.inOnePart ? ['long missions'] : []),
]
console.info(missed.length === 0 ? 'Every target is met.' : `MISSED: ${missed.join(', ')}.`)
console.info(JSON.stringify({ ...figures, missed }))
