/** Parameters of an autopilot: read, set, read back and judged. */
import { message } from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { closeTrial, id, radio, ready, replaceSaid, rover, trial } from './testing/safetyHarness.ts'

afterEach(closeTrial)

describe('parameters', () => {
  test('of a factory-new mower are listed one by one, with the recommended value and the reason', async () => {
    await ready({ lossPercent: 10, seed: 2 })
    const report = await trial.finish(trial.gateway.failsafeReport(id))
    if (!report.ok) throw new Error(report.error.message)
    const line = (name: string) => report.value.lines.find(candidate => candidate.name === name)
    expect(report.value.isFine).toBe(false)
    expect(line('FS_GCS_ENABLE')).toMatchObject({ value: 0, wanted: 1, verdict: 'poor' })
    expect(line('FS_ACTION')).toMatchObject({ value: 2, verdict: 'fine' })
    expect(line('AVOID_ENABLE')).toMatchObject({ value: 3, wanted: 0, verdict: 'poor' })
    expect(line('RELAY1_DEFAULT')).toMatchObject({ value: 0, verdict: 'fine' })
    // Newer versions know the checks before arming by another name; the old one is not missed.
    expect(line('ARMING_SKIPCHK')).toMatchObject({ value: 0, verdict: 'fine' })
    expect(line('ARMING_CHECK')).toBeUndefined()
    expect(line('MAV_GCS_SYSID')).toMatchObject({ value: 255, verdict: 'fine' })
    for (const { name, wanted, verdict } of report.value.lines) {
      if (verdict !== 'poor' || wanted === null) continue
      expect(await trial.finish(trial.gateway.setParameter(id, name, wanted))).toEqual({ outcome: 'accepted' })
    }
    const after = await trial.finish(trial.gateway.failsafeReport(id))
    expect(after.ok && after.value.lines.filter(({ verdict }) => verdict === 'poor')).toEqual([])
    expect(after).toMatchObject({ ok: true, value: { isFine: true } })
  })

  test('that the mower lacks are unknown; without any value the report counts as not answered', async () => {
    await ready()
    expect(await trial.finish(trial.gateway.readParameters(id, ['FS_ACTION', 'NO_SUCH_THING']))).toEqual({
      ok: true,
      value: new Map([['FS_ACTION', 2]]),
    })
    expect(await trial.finish(trial.gateway.readParameter(id, 'NO_SUCH_THING'))).toMatchObject({ ok: false })
    radio().on = false
    expect(await trial.finish(trial.gateway.failsafeReport(id))).toMatchObject({ error: { reason: 'noAnswer' } })
  })

  test('count only when read back: a value that the mower did not change is reported as unchanged', async () => {
    await ready()
    replaceSaid(said =>
      said.name === 'PARAM_VALUE' && said.fields.paramId === 'FS_ACTION'
        ? [message('PARAM_VALUE', { ...said.fields, paramValue: 1 })]
        : [said],
    )
    expect(await trial.finish(trial.gateway.setParameter(id, 'FS_ACTION', 2))).toMatchObject({
      outcome: 'rejected',
      reason: 'notSet',
      message: 'The mower kept FS_ACTION at 1.',
    })
  })

  test('are read despite the loss of one message in five each way', async () => {
    await ready({ lossPercent: 20, seed: 4 })
    for (const value of [1, 2, 1, 2, 1.5]) {
      expect(await trial.finish(trial.gateway.setParameter(id, 'FS_TIMEOUT', value))).toEqual({ outcome: 'accepted' })
      expect(rover().parameters.get('FS_TIMEOUT')).toBe(value)
    }
  })
})
