/** Missions of ours on a simulated mower that speaks VDA 5050: what the tests of its orders need. */
import { afterEach, beforeEach, expect } from 'vitest'
import { smallMission } from './smallField.ts'
import { openVda5050Rig, type Vda5050Rig } from './vda5050Rig.ts'

/** Of one test file: a rig for each of its tests. */
export const orderStage = () => {
  let rig: Vda5050Rig
  const reopen = async (): Promise<void> => {
    rig = await openVda5050Rig(90, true)
  }
  beforeEach(reopen)
  afterEach(() => rig.close())

  const id = () => rig.ids[0]
  const mower = () => rig.simulated[0] ?? expect.fail()
  const machine = () => rig.machines.get(id()) ?? expect.fail()
  const shown = () => machine().state()
  const paths = () => rig.adapter.paths ?? expect.fail()
  const upload = () => rig.finish(paths().upload(id(), smallMission.items))
  const start = () => rig.finish(paths().start(id()))
  const stop = () => rig.finish(rig.adapter.stop(id()))
  const events = (kind: string): readonly object[] => rig.events.filter(event => event.kind === kind)
  const sentTypes = (): readonly string[] =>
    rig.sent.map(({ topic, payload }) =>
      topic.endsWith('/order')
        ? 'order'
        : ((JSON.parse(payload) as { actions: { actionType: string }[] }).actions[0]?.actionType ?? ''),
    )
  const hasOrder = (): boolean => (mower().stateFields().nodeStates as unknown[]).length > 0
  const stateWith = (change: object): string => mower().message('state', { ...mower().stateFields(), ...change })
  const say = async (change: object): Promise<void> => {
    rig.publish(mower().topic('state'), stateWith(change), false)
    await rig.clock.advance(50)
  }
  /** It stands, and does so for ten seconds. */
  const neverDrives = async (): Promise<void> => {
    expect(await rig.until(() => mower().isDriving, 10)).toBe(false)
  }
  const stands = (): boolean => !mower().isDriving && !mower().cuts
  /** Far enough that it mows. */
  const works = async (): Promise<void> => {
    await rig.work()
    await rig.pass(4)
    expect(mower().isDriving).toBe(true)
  }
  return {
    rig: () => rig,
    reopen,
    ...{
      id,
      mower,
      machine,
      shown,
      paths,
      upload,
      start,
      stop,
      events,
      sentTypes,
      hasOrder,
      say,
      neverDrives,
      stands,
      works,
    },
  }
}
