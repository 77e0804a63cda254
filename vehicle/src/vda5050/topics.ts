/**
 * The topics and the header of VDA 5050 2.x (github.com/VDA5050/VDA5050, VDA5050_EN.md, "MQTT topic levels" and "Protocol
 * header").
 */
export interface Vda5050Identity {
  readonly interfaceName: string
  /** Such as `2.1.0`. */
  readonly version: string
  readonly manufacturer: string
  readonly serialNumber: string
}

export interface Vda5050Topics {
  /** Retained, also as the will of the mower. */
  readonly connection: string
  /** At each event and every 30 s at most; not retained. */
  readonly state: string
  /** Positions between two states; not retained. */
  readonly visualization: string
  readonly factsheet: string
  /** Sent. */
  readonly instantActions: string
  /** Sent to a mower that takes orders of ours, and left alone for every other. */
  readonly order: string
}

/** Of this major version alone are messages read; its minor versions only add fields. */
export const MAJOR_VERSION = '2'

export const vda5050Topics = ({ interfaceName, manufacturer, serialNumber }: Vda5050Identity): Vda5050Topics => {
  const front = `${interfaceName}/v${MAJOR_VERSION}/${manufacturer}/${serialNumber}`
  return {
    connection: `${front}/connection`,
    state: `${front}/state`,
    visualization: `${front}/visualization`,
    factsheet: `${front}/factsheet`,
    instantActions: `${front}/instantActions`,
    order: `${front}/order`,
  }
}
