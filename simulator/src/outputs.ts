import { RELAYS } from './telemetry.ts'

/** A blade on a servo output runs above the middle of its range. */
const SERVO_ON_PWM = 1_500
const SERVOS = 16

/** The relays and servos of the autopilot, one of which drives the blade. */
export class Outputs {
  /** A bit for each relay that is on. */
  relays = 0
  readonly servos = new Map<number, number>()

  get bladeOn(): boolean {
    return this.relays !== 0 || [...this.servos.values()].some(pwm => pwm > SERVO_ON_PWM)
  }

  /** @returns false for a relay that it does not have */
  setRelay(index: number, isOn: boolean): boolean {
    if (index < 0 || index >= RELAYS) return false
    this.relays = isOn ? this.relays | (1 << index) : this.relays & ~(1 << index)
    return true
  }

  /** @returns false for a servo that it does not have */
  setServo(channel: number, pwm: number): boolean {
    if (channel < 1 || channel > SERVOS) return false
    this.servos.set(channel, pwm)
    return true
  }

  reset(): void {
    this.relays = 0
    this.servos.clear()
  }
}
