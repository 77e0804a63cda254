/** People at work: each changes the map, the garage and looks through the lists, with a moment between. */
import { type BodyOf, type Call, calls, type ParamsOf, type QueryOf } from '@greensward/contract'
import { type Person, sleep } from '../courseServer.ts'

export interface Editors {
  /** Of every answer, milliseconds. */
  readonly tookMs: number[]
  /** Changes of the map that were acknowledged. */
  readonly changes: number
  readonly refused: readonly string[]
  /** Forgets what was measured so far. */
  forget(): void
  stop(): Promise<void>
}

const THINKS_MS = 500
/** Another change came first: re-reads the map and makes the change again. */
const CONFLICT = 409

export const startEditors = (people: readonly Person[]): Editors => {
  const tookMs: number[] = []
  let changes = 0
  const refused: string[] = []
  let isStopped = false

  const timed = async <C extends Call>(
    person: Person,
    called: C,
    given: { params?: ParamsOf<C>; query?: QueryOf<C>; body?: BodyOf<C> } = {},
  ) => {
    const startedMs = performance.now()
    const answer = await person.ask(called, given)
    tookMs.push(performance.now() - startedMs)
    if (answer.status !== 200 && answer.status !== CONFLICT) refused.push(`${called.path}: ${answer.status}`)
    return answer
  }

  /** Puts a note on the map and takes it away again. */
  const editMap = async (person: Person, index: number, round: number): Promise<void> => {
    const id = crypto.randomUUID()
    const note = (lat: number) => ({
      type: 'Feature' as const,
      id,
      kind: 'note' as const,
      geometry: { type: 'Point' as const, coordinates: [0.001 * index, lat] as [number, number] },
      properties: { label: `Note ${round}`, author: 'Bench', time: '2026-01-01T00:00:00.000Z' },
    })
    const change = async (changed: Pick<BodyOf<typeof calls.map.change>, 'added' | 'updated' | 'removed'>) => {
      for (let tries = 0; tries < 10 && !isStopped; tries += 1) {
        const { result } = await timed(person, calls.map.get)
        if (result === undefined) return
        const body = { baseRevision: result.revision, label: 'Edit', ...changed }
        const { status } = await timed(person, calls.map.change, { body })
        if (status === 200) changes += 1
        if (status !== CONFLICT) return
      }
    }
    await change({ added: [note(51)], updated: [], removed: [] })
    await sleep(THINKS_MS)
    await change({ added: [], updated: [], removed: [note(51)] })
  }

  const work = async (person: Person, index: number): Promise<void> => {
    for (let round = 0; !isStopped; round += 1) {
      await timed(person, calls.missions.list, { query: { perPage: 25 } })
      await sleep(THINKS_MS)
      if (round % 3 === 0) await editMap(person, index, round)
      if (round % 3 === 1)
        await timed(person, calls.blades.create, {
          body: { name: `Blade ${index} ${round}`, widthM: 1, missionSpeedMps: 1 },
        })
      await timed(person, calls.mowers.list, { query: { perPage: 25 } })
      await sleep(THINKS_MS)
    }
  }
  const running = people.map(work)
  return {
    tookMs,
    get changes() {
      return changes
    },
    refused,
    forget: () => {
      tookMs.length = 0
    },
    stop: async () => {
      isStopped = true
      await Promise.all(running)
    },
  }
}
