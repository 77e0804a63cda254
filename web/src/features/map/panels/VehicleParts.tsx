/** Shared parts of the panels of mowers and carts. */
import { calls } from '@greensward/contract'
import { Button } from '@mantine/core'
import { IconCurrentLocation, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../api/index.ts'
import { ConfirmDialog, notify } from '../../../ui/index.ts'
import classes from './Inspector.module.css'
import type { Action } from './InspectorFrame.tsx'
import type { InspectorContext } from './inspectorContext.ts'

type FollowButtonProps = Pick<InspectorContext, 'followed' | 'onFollow'> & { readonly vehicleId: string }

export function FollowButton({ vehicleId, followed, onFollow }: FollowButtonProps) {
  const { t } = useTranslation()
  const isFollowed = followed === vehicleId
  return (
    <Button
      className={classes.grow ?? ''}
      h={48}
      variant={isFollowed ? 'light' : 'default'}
      aria-pressed={isFollowed}
      leftSection={<IconCurrentLocation size={20} />}
      onClick={() => onFollow(isFollowed ? null : vehicleId)}
    >
      {t('mapPanels.mower.follow')}
    </Button>
  )
}

type Kind = 'mower' | 'cart'

/** The action behind the dots; none for those who may not delete. */
export function useDeleteAction(kind: Kind, mayDelete: boolean, onPress: () => void): readonly Action[] {
  const { t } = useTranslation()
  if (!mayDelete) return []
  return [{ label: t(`mapPanels.delete.${kind}`), icon: <IconTrash size={18} />, danger: true, onPress }]
}

const CALLS = {
  mower: { remove: calls.mowers.remove, list: calls.mowers.list },
  cart: { remove: calls.carts.remove, list: calls.carts.list },
} as const

interface DeleteVehicleProps {
  readonly kind: Kind
  readonly vehicle: { readonly id: string; readonly name: string }
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteVehicle({ kind, vehicle, opened, onClose, onDeleted }: DeleteVehicleProps) {
  const { t } = useTranslation()
  const { remove: definition, list } = CALLS[kind]
  const remove = useAct(definition, { changes: [list, calls.garage.list] })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('mapPanels.delete.title', { title: vehicle.name })}
      text={t(`mapPanels.delete.${kind}Text`)}
      confirm={t(`mapPanels.delete.${kind}`)}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { id: vehicle.id } },
          {
            onSuccess: onDeleted,
            onError: error => notify.failed(t('mapPanels.delete.failed', { title: vehicle.name }), error),
            onSettled: onClose,
          },
        )
      }
    />
  )
}
