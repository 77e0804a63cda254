/** Mowers that speak VDA 5050 on their chargers: when they are asked to leave them, and to charge again. */
import { describe, expect, test } from 'vitest'
import { orderStage } from '../testing/orderStage.ts'
import { smallMission } from '../testing/smallField.ts'
import { ORDER_FACTSHEET } from './factsheet.ts'

const { rig, id, mower, paths, upload, start, stop, events, sentTypes, neverDrives } = orderStage()

const uploadHome = () => rig().finish(paths().upload(id(), smallMission.items, { endsAtCharger: true }))
const isOver = () => rig().until(() => events('missionEnded').length > 0, 300)

describe('a mower on its charger', () => {
  test('SAFE-16n gets no order before it reports that it charges no more', async () => {
    expect(mower().isCharging).toBe(true)
    await rig().work()
    const sent = sentTypes()
    expect(sent.slice(sent.indexOf('stopCharging'))).toEqual(['stopCharging', 'startPause', 'order', 'stopPause'])
    expect(mower().orders).toHaveLength(1)
    expect(mower().errors).toEqual([])
  })

  test('SAFE-16n is not started where its charger does not let it go, and charges on', async () => {
    mower().faults.staysOnCharger = true
    expect(await upload()).toEqual({ outcome: 'accepted' })
    expect(await start()).toMatchObject({ outcome: 'noAnswer' })
    expect(sentTypes()).not.toContain('order')
    expect(sentTypes().at(-1)).toBe('startCharging')
    await neverDrives()
    expect(mower().isCharging).toBe(true)
  })

  test('SAFE-16n a stop meanwhile ends the start, and nothing is asked of the charger after it', async () => {
    mower().faults.staysOnCharger = true
    expect(await upload()).toEqual({ outcome: 'accepted' })
    const started = paths().start(id())
    await rig().pass(1)
    await stop()
    expect(await started).toMatchObject({ outcome: 'rejected', reason: 'stopped' })
    mower().faults.staysOnCharger = false
    await neverDrives()
    const sent = sentTypes()
    expect(sent.filter(type => type === 'order' || type === 'startCharging')).toEqual([])
  })
})

describe('a drive to a charger', () => {
  test('SAFE-16n asks the mower to charge at its end', async () => {
    expect(await uploadHome()).toEqual({ outcome: 'accepted' })
    expect(await start()).toEqual({ outcome: 'accepted' })
    expect(sentTypes()).not.toContain('startCharging')
    expect(await isOver()).toBe(true)
    expect(sentTypes().filter(type => type === 'startCharging')).toHaveLength(1)
    await rig().pass(2)
    expect(mower()).toMatchObject({ isCharging: true, isDriving: false })
  })

  test('SAFE-16n does not where it was stopped, and any other mission never does', async () => {
    expect(await uploadHome()).toEqual({ outcome: 'accepted' })
    expect(await start()).toEqual({ outcome: 'accepted' })
    await rig().pass(4)
    await stop()
    await rig().pass(10)
    expect(sentTypes()).not.toContain('startCharging')
    expect(await upload()).toEqual({ outcome: 'accepted' })
    expect(await start()).toEqual({ outcome: 'accepted' })
    expect(await isOver()).toBe(true)
    expect(sentTypes()).not.toContain('startCharging')
  })

  test('a mower that charges by its contacts alone is asked for nothing', async () => {
    const { agvActions } = ORDER_FACTSHEET.protocolFeatures
    const own = agvActions.filter(({ actionType }) => !actionType.endsWith('Charging'))
    const protocolFeatures = { ...ORDER_FACTSHEET.protocolFeatures, agvActions: own }
    rig().publish(
      mower().topic('factsheet'),
      mower().message('factsheet', { ...ORDER_FACTSHEET, protocolFeatures }),
      true,
    )
    mower().isCharging = false
    await rig().pass(2)
    expect(await uploadHome()).toEqual({ outcome: 'accepted' })
    expect(await start()).toEqual({ outcome: 'accepted' })
    expect(await isOver()).toBe(true)
    expect(sentTypes().filter(type => type.endsWith('Charging'))).toEqual([])
  })
})
