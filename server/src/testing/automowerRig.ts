/** The rig of Automowers: a server, the maker's service of the test, and two simulated mowers behind it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lateCalls } from '@greensward/contract/late'
import type { AdapterRig } from '@greensward/simulator/adapterRig'
import type { VehicleAdapter } from '@greensward/vehicle'
import { AutomowerServiceOfTest, taken } from './automowerService.ts'
import { type Lawns, seedLawns } from './lawn.ts'
import { SimulatedAutomower } from './simulatedAutomower.ts'
import { startTestServer, type TestServer } from './testServer.ts'

const manager = 'ROLE_MANAGER'
const ids = ['0b1c', '2d3e'] as const
/** The clock of the server stands between two steps, and what a step brought is handled meanwhile. */
const STEPS = 12
const HANDLED_MS = 60
/** A request has reached the maker's service, or was refused, within this time on the wall. */
const SENT_MS = 2_500
/** The server looks once a second whether mowers have followed their stops. */
const LOOKED_MS = 2_000
const WALL_STEP_MS = 20
/** Longer than the server waits for anything. */
const MOST_S = 300

const SILENT = (reply: { readonly socket: { destroy(): unknown } | null }): void => void reply.socket?.destroy()
const MOVING: readonly string[] = ['StartInWorkArea', 'ResumeSchedule', 'Start']

export class AutomowerRig implements AdapterRig {
  readonly ids = ids
  readonly #service: AutomowerServiceOfTest
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'greensward-automower-'))
  readonly #mowers: readonly [SimulatedAutomower, SimulatedAutomower]
  #server: TestServer | undefined
  /** Requests to the first mower that the maker's service took, oldest first. */
  #taken: string[] = []

  constructor(service: AutomowerServiceOfTest) {
    this.#service = service
    const mowerOfId = (id: string) => new SimulatedAutomower(id, event => this.#service.send(event))
    this.#mowers = [mowerOfId(ids[0]), mowerOfId(ids[1])]
  }

  async open(): Promise<this> {
    await this.#startServer()
    const lawns = await seedLawns(this.#running)
    this.setSilent(false)
    await this.#call({ ...this.#service.account(), events: true })
    await this.#reported()
    await this.#mapArea(lawns)
    return this
  }

  get adapter(): VehicleAdapter {
    const [adapter] = this.#running.app.adapters
    if (adapter === undefined) throw new Error('No feature has an adapter')
    return adapter
  }

  async until(done: () => boolean, seconds: number): Promise<boolean> {
    await this.#onTheWall(done, LOOKED_MS / 4)
    for (let step = 0; step < STEPS && !done(); step += 1) await this.#step(seconds / STEPS)
    return this.#onTheWall(done, LOOKED_MS)
  }

  async finish<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const settled = promise.finally(() => {
      isSettled = true
    })
    settled.catch(() => undefined)
    // A start is worth five seconds of the clock of the server, which does not advance before it is sent.
    await this.#onTheWall(() => isSettled, SENT_MS)
    for (let passedS = 0; passedS < MOST_S && !isSettled; passedS += 5) await this.#step(5)
    if (!(await this.#onTheWall(() => isSettled, LOOKED_MS))) throw new Error('It did not settle')
    return settled
  }

  async pass(seconds: number): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) await this.#step(seconds / STEPS)
  }

  async work(): Promise<void> {
    this.#mowers[0].goOut()
    if (!(await this.until(() => this.adapter.telemetryOf(ids[0])?.mode === 'auto', 30)))
      throw new Error('It does not mow')
  }

  drives(): boolean {
    return this.#mowers[0].drives
  }

  cuts(): boolean {
    return this.#mowers[0].cuts
  }

  deafen(): void {
    this.#mowers[0].isDeaf = true
  }

  setSilent(isSilent: boolean): void {
    const service = this.#service
    service.refusal = isSilent ? 'HTTP/1.1 503 Service Unavailable' : undefined
    service.mowers = isSilent ? SILENT : reply => void reply.end(JSON.stringify({ data: this.#listed() }))
    service.actions = isSilent
      ? SILENT
      : (reply, body = '') => {
          const id = service.asked.at(-1)?.path.split('/').at(-2)
          const { type } = (JSON.parse(body) as { readonly data: { readonly type: string } }).data
          if (id === ids[0]) this.#taken.push(type)
          this.#mowers.find(mower => mower.id === id)?.receive(type, this.#nowMs)
          return taken(reply)
        }
    if (isSilent) service.drop()
  }

  movingCommands(): readonly string[] {
    return this.#taken.filter(type => MOVING.includes(type))
  }

  async restart(): Promise<void> {
    await this.#running.close()
    this.#taken = []
    await this.#startServer()
  }

  /** It signs nothing. */
  reportUnsigned(): void {}

  async close(): Promise<void> {
    this.#service.close()
    await this.#server?.close()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  get #running(): TestServer {
    if (this.#server === undefined) throw new Error('The rig is not open')
    return this.#server
  }

  get #nowMs(): number {
    return this.#running.clock.now().getTime()
  }

  async #startServer(): Promise<void> {
    this.#server = await startTestServer({ dataDir: this.#dataDir, config: { outgoingPrivate: true } })
  }

  #listed(): readonly object[] {
    return this.#mowers.map(mower => mower.listed(this.#nowMs))
  }

  #call(body: object) {
    return this.#running.call(manager, lateCalls.automower.update, { body }).then(answer => answer.result)
  }

  /** Both mowers are read, and their events are followed. */
  async #reported(): Promise<void> {
    const isLive = (): boolean =>
      this.#service.sockets.clients.size > 0 && ids.every(id => this.adapter.telemetryOf(id)?.link === 'live')
    if (!(await this.#onTheWall(isLive, 10_000))) throw new Error('The mowers are not read')
  }

  async #mapArea({ zones }: Lawns): Promise<void> {
    const params = { id: ids[0], areaId: '7' }
    const body = { zoneId: zones[0].id }
    await this.#running.call(manager, lateCalls.automower.mapArea, { params, body }).then(answer => answer.result)
  }

  async #step(seconds: number): Promise<void> {
    this.#running.clock.advance(seconds * 1_000)
    for (const mower of this.#mowers) mower.step(this.#nowMs)
    await this.#running.signInAgain()
    // Saving makes the server look whether it is time to read.
    await this.#call({ enabled: true })
    await pause(HANDLED_MS)
  }

  /** Waits while the clock of the server stands. */
  async #onTheWall(done: () => boolean, ms: number): Promise<boolean> {
    for (let passedMs = 0; passedMs < ms && !done(); passedMs += WALL_STEP_MS) await pause(WALL_STEP_MS)
    return done()
  }
}

export const openAutomowerRig = async (): Promise<AutomowerRig> =>
  new AutomowerRig(await new AutomowerServiceOfTest().open()).open()
