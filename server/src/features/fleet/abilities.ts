/** What each mower of the garage can do. A command that a machine cannot carry out is refused before anything is sent. */
import type { Ability, Mower, VehicleCapabilities } from '@greensward/domain'
import { mavlinkCapabilities } from '@greensward/vehicle'
import type { Config } from '../../platform/config.ts'
import { refuse } from '../../platform/http/refusal.ts'

export type CapabilitiesOf = (mower: Pick<Mower, 'id'>) => VehicleCapabilities

/** Also of mowers that other servers control: those that are on no broker are on MAVLink. */
export const capabilitiesInGarage = (
  { positionHz }: Pick<Config, 'positionHz'>,
  onBroker: (mowerId: string) => VehicleCapabilities | undefined,
): CapabilitiesOf => {
  const capabilities = mavlinkCapabilities(1_000 / positionHz)
  return ({ id }) => onBroker(id) ?? capabilities
}

/** @throws Refusal notFound, machineCannot */
export const refuseUnable = (
  { capabilitiesOf }: { readonly capabilitiesOf: CapabilitiesOf },
  mower: Pick<Mower, 'id' | 'name'> | undefined,
  ability: Ability,
): void => {
  const { id, name } = mower ?? refuse('notFound')
  if (capabilitiesOf({ id })[ability] !== true) refuse('machineCannot', { name })
}
