/** The rows of the garage, read again whenever a vehicle changes its state. */
import { calls } from '@greensward/contract'
import { useEffect, useRef } from 'react'
import { invalidate, queryClient, useCall, useCan, useStatesOfVehicles } from '../../api/index.ts'

/** How often the statuses are read without a message: a cart that falls silent sends none. */
const STATUS_MS = 10_000
/** A whole fleet that reconnects at once causes one reading. */
const SETTLE_MS = 300

/** Calls back when a vehicle's status has changed, once for changes that come together. */
function useStatesChange(enabled: boolean, onChange: () => void): void {
  const states = useStatesOfVehicles()
  const readWith = useRef(states)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (!enabled || states === readWith.current) return
    const timer = setTimeout(() => {
      readWith.current = states
      latest.current()
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [enabled, states])
}

/** Nothing is read for a person who may not see it. */
export const useGarage = () => {
  const mayRead = useCan('operations.read')
  useStatesChange(mayRead, () => void invalidate(queryClient, calls.garage.list))
  return useCall(calls.garage.list, {}, { enabled: mayRead, refetchInterval: STATUS_MS })
}
