import { describe, expect, test } from 'vitest'
import { applyFaultLine } from './faults.ts'
import { homeFor, readOptions, usage } from './options.ts'
import { createRover } from './rover.ts'

describe('options', () => {
  test('have defaults', () => {
    expect(readOptions({}, [])).toMatchObject({ mowers: 2, host: '127.0.0.1', port: 14550, speed: 1 })
  })

  test('come from the environment, and the command line wins', () => {
    const env = { SIM_MOWERS: '5', SIM_SPEED: '20', MAVLINK_UDP: '0.0.0.0:14600' }
    expect(readOptions(env, ['--mowers', '7', '--steering=ackermann'])).toMatchObject({
      mowers: 7,
      speed: 20,
      host: '127.0.0.1',
      port: 14600,
      steering: 'ackermann',
    })
  })

  test.each([
    [['--mowers', '0'], 'SIM_MOWERS'],
    [['--mowers', '101'], 'SIM_MOWERS'],
    [['--speed', 'fast'], 'SIM_SPEED'],
    [['--target', 'nowhere'], 'SIM_TARGET'],
    [['--home', '8.5,95,0'], 'SIM_HOME'],
    [['--steering', 'boat'], 'SIM_STEERING'],
    [['--key', 'secret'], 'SIM_KEY'],
    [['--wings', '2'], '--wings'],
    [['--mowers'], '--mowers'],
  ])('%j is refused with the name of what is wrong', (argv, name) => {
    expect(() => readOptions({}, argv)).toThrow(name)
  })

  test('faults are sorted by their times, and invalid ones are named', () => {
    expect(readOptions({ SIM_FAULTS: '@30 1 link off; all rain on;@45.5 1 link on' }, []).faults).toEqual([
      { atS: 0, line: 'all rain on' },
      { atS: 30, line: '1 link off' },
      { atS: 45.5, line: '1 link on' },
    ])
    for (const wrong of ['link off', '@x 1 link off', '@-3 1 reboot']) {
      expect(() => readOptions({ SIM_FAULTS: wrong }, [])).toThrow('SIM_FAULTS')
    }
  })

  test('are all listed in the help', () => {
    const said = new Set(usage.match(/SIM_\w+/g))
    for (const flag of usage.match(/--[a-z-]+/g) ?? []) {
      expect(() => readOptions({}, [flag, 'x'])).not.toThrow('unknown option')
    }
    expect(said.size).toBeGreaterThan(12)
    for (const name of [
      'link',
      'loss',
      'delay',
      'fix',
      'battery',
      'use',
      'gauge',
      'volts',
      'stuck',
      'rain',
      'reboot',
      'jump',
    ]) {
      expect(usage).toContain(` ${name} `.trimEnd())
    }
  })

  test('homes come as text, and mowers beyond the list are 3 m apart', () => {
    const { homes } = readOptions({ SIM_HOME: '8.5,47.3,90;8.6,47.4' }, [])
    expect(homes).toEqual([
      { position: [8.5, 47.3], headingDeg: 90 },
      { position: [8.6, 47.4], headingDeg: 0 },
    ])
    const third = homeFor(homes, 2)
    expect((third.position[0] - 8.6) * 111_320 * Math.cos((47.4 * Math.PI) / 180)).toBeCloseTo(3, 1)
  })
})

describe('fault lines', () => {
  const subject = (systemId: number) => ({
    rover: createRover({
      systemId,
      home: [8.55, 47.37],
      headingDeg: 0,
      steering: 'skid',
      seed: 1,
      timeFactor: 1,
      ekfReadyAfterS: 0,
    }),
    radio: { faults: { on: true, lossPercent: 0, delayMs: 0 }, flush: () => {}, close: async () => {} },
  })

  test('work on one mower or on all', () => {
    const subjects = [subject(1), subject(2)]
    expect(applyFaultLine('2 link off', subjects)).toBe('ok')
    expect(applyFaultLine('all fix 3', subjects)).toBe('ok')
    expect(applyFaultLine('1 jump 100 -20', subjects)).toBe('ok')
    expect(applyFaultLine('1 loss 20', subjects)).toBe('ok')
    expect(subjects.map(({ radio }) => radio.faults.on)).toEqual([true, false])
    expect(subjects.map(({ rover }) => rover.faults)).toMatchObject([
      { fixType: 3, jump: [100, -20] },
      { fixType: 3, jump: [0, 0] },
    ])
  })

  test.each(['9 link off', '1 link maybe', '1 loss', '1 loss 200', '1 dance', '', '1 jump 5'])(
    '%j is not understood',
    line => {
      expect(applyFaultLine(line, [subject(1)])).not.toBe('ok')
    },
  )
})
