import { calls } from '@greensward/contract'
import type { Category, Dish } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { errorText, useAct } from '../../api/index.ts'
import { ConfirmDialog, notify } from '../../ui/index.ts'

export type Doomed =
  | { readonly kind: 'category'; readonly row: Category }
  | { readonly kind: 'dish'; readonly row: Dish }

export function Deletion({ doomed, onClose }: { readonly doomed: Doomed; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const changes = { changes: [calls.categories.list, calls.dishes.list] }
  const removeCategory = useAct(calls.categories.remove, changes)
  const removeDish = useAct(calls.dishes.remove, changes)
  const remove = doomed.kind === 'category' ? removeCategory : removeDish
  return (
    <ConfirmDialog
      opened
      title={t('restaurant.deleteTitle', { name: doomed.row.name })}
      text={t(doomed.kind === 'category' ? 'restaurant.deleteCategoryText' : 'restaurant.deleteDishText')}
      confirm={t(doomed.kind === 'category' ? 'restaurant.deleteCategory' : 'restaurant.deleteDish')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { id: doomed.row.id } },
          {
            onSuccess: () => notify.done(t('common.deleted')),
            onError: error => notify.failed(t('common.error'), errorText(error)),
            onSettled: onClose,
          },
        )
      }
    />
  )
}
