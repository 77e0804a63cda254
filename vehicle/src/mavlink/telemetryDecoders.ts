/**
 * Decoders for the messages that a vehicle sends many times a second. They read fixed offsets, several times as fast as
 * field by field from the table. A test compares each with the table.
 */
import type { MessageName, MessageOf } from './messages.ts'

/** Reads a message from a view that begins with its payload, cut zeros put back. */
type Decode<N extends MessageName> = (view: DataView) => MessageOf<N>

export type Decoders = { readonly [N in MessageName]?: Decode<N> }

const uint16s = (view: DataView, at: number, count: number): number[] => {
  const values: number[] = []
  for (let i = 0; i < count; i++) values.push(view.getUint16(at + 2 * i, true))
  return values
}

export const telemetryDecoders = {
  HEARTBEAT: view => ({
    name: 'HEARTBEAT',
    fields: {
      customMode: view.getUint32(0, true),
      type: view.getUint8(4),
      autopilot: view.getUint8(5),
      baseMode: view.getUint8(6),
      systemStatus: view.getUint8(7),
      mavlinkVersion: view.getUint8(8),
    },
  }),
  GPS_RAW_INT: view => ({
    name: 'GPS_RAW_INT',
    fields: {
      timeUsec: view.getBigUint64(0, true),
      lat: view.getInt32(8, true),
      lon: view.getInt32(12, true),
      alt: view.getInt32(16, true),
      eph: view.getUint16(20, true),
      epv: view.getUint16(22, true),
      vel: view.getUint16(24, true),
      cog: view.getUint16(26, true),
      fixType: view.getUint8(28),
      satellitesVisible: view.getUint8(29),
      altEllipsoid: view.getInt32(30, true),
      hAcc: view.getUint32(34, true),
      vAcc: view.getUint32(38, true),
      velAcc: view.getUint32(42, true),
      hdgAcc: view.getUint32(46, true),
      yaw: view.getUint16(50, true),
    },
  }),
  GLOBAL_POSITION_INT: view => ({
    name: 'GLOBAL_POSITION_INT',
    fields: {
      timeBootMs: view.getUint32(0, true),
      lat: view.getInt32(4, true),
      lon: view.getInt32(8, true),
      alt: view.getInt32(12, true),
      relativeAlt: view.getInt32(16, true),
      vx: view.getInt16(20, true),
      vy: view.getInt16(22, true),
      vz: view.getInt16(24, true),
      hdg: view.getUint16(26, true),
    },
  }),
  SERVO_OUTPUT_RAW: view => ({
    name: 'SERVO_OUTPUT_RAW',
    fields: {
      timeUsec: view.getUint32(0, true),
      servo1Raw: view.getUint16(4, true),
      servo2Raw: view.getUint16(6, true),
      servo3Raw: view.getUint16(8, true),
      servo4Raw: view.getUint16(10, true),
      servo5Raw: view.getUint16(12, true),
      servo6Raw: view.getUint16(14, true),
      servo7Raw: view.getUint16(16, true),
      servo8Raw: view.getUint16(18, true),
      port: view.getUint8(20),
      servo9Raw: view.getUint16(21, true),
      servo10Raw: view.getUint16(23, true),
      servo11Raw: view.getUint16(25, true),
      servo12Raw: view.getUint16(27, true),
      servo13Raw: view.getUint16(29, true),
      servo14Raw: view.getUint16(31, true),
      servo15Raw: view.getUint16(33, true),
      servo16Raw: view.getUint16(35, true),
    },
  }),
  MISSION_CURRENT: view => ({
    name: 'MISSION_CURRENT',
    fields: {
      seq: view.getUint16(0, true),
      total: view.getUint16(2, true),
      missionState: view.getUint8(4),
      missionMode: view.getUint8(5),
      missionId: view.getUint32(6, true),
      fenceId: view.getUint32(10, true),
      rallyPointsId: view.getUint32(14, true),
    },
  }),
  BATTERY_STATUS: view => ({
    name: 'BATTERY_STATUS',
    fields: {
      currentConsumed: view.getInt32(0, true),
      energyConsumed: view.getInt32(4, true),
      temperature: view.getInt16(8, true),
      voltages: uint16s(view, 10, 10),
      currentBattery: view.getInt16(30, true),
      id: view.getUint8(32),
      batteryFunction: view.getUint8(33),
      type: view.getUint8(34),
      batteryRemaining: view.getInt8(35),
      timeRemaining: view.getInt32(36, true),
      chargeState: view.getUint8(40),
      voltagesExt: uint16s(view, 41, 4),
      mode: view.getUint8(49),
      faultBitmask: view.getUint32(50, true),
    },
  }),
  EKF_STATUS_REPORT: view => ({
    name: 'EKF_STATUS_REPORT',
    fields: {
      velocityVariance: view.getFloat32(0, true),
      posHorizVariance: view.getFloat32(4, true),
      posVertVariance: view.getFloat32(8, true),
      compassVariance: view.getFloat32(12, true),
      terrainAltVariance: view.getFloat32(16, true),
      flags: view.getUint16(20, true),
      airspeedVariance: view.getFloat32(22, true),
    },
  }),
  RELAY_STATUS: view => ({
    name: 'RELAY_STATUS',
    fields: { timeBootMs: view.getUint32(0, true), on: view.getUint16(4, true), present: view.getUint16(6, true) },
  }),
} satisfies Decoders
