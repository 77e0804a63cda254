import type { Category, Dish } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconToolsKitchen2, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf, useAct, useCall, useMay } from '../api/index.ts'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  ForbiddenState,
  IconButton,
  LoadingState,
  notify,
  Page,
  Panel,
} from '../ui/index.ts'
import { CategorySheet } from './CategorySheet.tsx'
import { DishSheet } from './DishSheet.tsx'
import { formatPrice } from './price.ts'
import classes from './RestaurantPage.module.css'

type Opened =
  | { readonly kind: 'category'; readonly row?: Category }
  | { readonly kind: 'dish'; readonly row?: Dish; readonly categoryId: string }
type Doomed = { readonly kind: 'category'; readonly row: Category } | { readonly kind: 'dish'; readonly row: Dish }

const ALL = { query: { perPage: 500, sort: 'sort' } } as const

export default function RestaurantPage() {
  const { t, i18n } = useTranslation()
  const mayRead = useMay('restaurant.read')
  const mayEdit = useMay('restaurant.edit')
  const categories = useCall(calls.categories.list, ALL, { enabled: mayRead })
  const dishes = useCall(calls.dishes.list, ALL, { enabled: mayRead })
  const [opened, setOpened] = useState<Opened | null>(null)
  const [doomed, setDoomed] = useState<Doomed | null>(null)
  if (!mayRead) return <ForbiddenState />
  const failed = categories.error ?? dishes.error
  if (failed !== null)
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void categories.refetch()
          void dishes.refetch()
        }}
      />
    )
  if (categories.data === undefined || dishes.data === undefined) return <LoadingState />
  const first = categories.data.items[0]
  const addCategory = (): void => setOpened({ kind: 'category' })
  return (
    <Page
      title={t('restaurant.title')}
      hint={t('restaurant.dishes', { count: dishes.data.total })}
      actions={
        mayEdit && (
          <>
            <Button
              variant={first === undefined ? 'filled' : 'default'}
              leftSection={<IconPlus size={18} />}
              onClick={addCategory}
            >
              {t('restaurant.addCategory')}
            </Button>
            {first !== undefined && (
              <Button
                leftSection={<IconPlus size={18} />}
                onClick={() => setOpened({ kind: 'dish', categoryId: first.id })}
              >
                {t('restaurant.addDish')}
              </Button>
            )}
          </>
        )
      }
    >
      {categories.data.items.length === 0 ? (
        <EmptyState
          icon={<IconToolsKitchen2 aria-hidden />}
          title={t('restaurant.none')}
          text={t('restaurant.noneText')}
          action={mayEdit && <Button onClick={addCategory}>{t('restaurant.addCategory')}</Button>}
        />
      ) : (
        <div className={classes.menu}>
          {categories.data.items.map(category => {
            const own = dishes.data.items.filter(dish => dish.categoryId === category.id)
            return (
              <Panel
                key={category.id}
                title={category.name}
                actions={
                  mayEdit && (
                    <>
                      <IconButton
                        label={t('restaurant.addDishTo', { name: category.name })}
                        onClick={() => setOpened({ kind: 'dish', categoryId: category.id })}
                      >
                        <IconPlus size={20} stroke={1.75} />
                      </IconButton>
                      <IconButton
                        label={`${t('common.edit')}: ${category.name}`}
                        onClick={() => setOpened({ kind: 'category', row: category })}
                      >
                        <IconPencil size={20} stroke={1.75} />
                      </IconButton>
                      <IconButton
                        label={`${t('common.delete')}: ${category.name}`}
                        color="error"
                        onClick={() => setDoomed({ kind: 'category', row: category })}
                      >
                        <IconTrash size={20} stroke={1.75} />
                      </IconButton>
                    </>
                  )
                }
              >
                {own.length === 0 ? (
                  <p className={classes.empty}>{t('restaurant.noDishes')}</p>
                ) : (
                  <ul className={classes.dishes}>
                    {own.map(dish => (
                      <li key={dish.id} className={classes.dish}>
                        <span className={classes.name}>{dish.name}</span>
                        <strong>{formatPrice(dish, i18n.language)}</strong>
                        {mayEdit && (
                          <span className={classes.buttons}>
                            <IconButton
                              label={`${t('common.edit')}: ${dish.name}`}
                              onClick={() => setOpened({ kind: 'dish', row: dish, categoryId: dish.categoryId })}
                            >
                              <IconPencil size={20} stroke={1.75} />
                            </IconButton>
                            <IconButton
                              label={`${t('common.delete')}: ${dish.name}`}
                              color="error"
                              onClick={() => setDoomed({ kind: 'dish', row: dish })}
                            >
                              <IconTrash size={20} stroke={1.75} />
                            </IconButton>
                          </span>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </Panel>
            )
          })}
        </div>
      )}
      {opened?.kind === 'category' && (
        <CategorySheet
          row={opened.row}
          nextSort={Math.max(0, ...categories.data.items.map(({ sort }) => sort + 1))}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'dish' && (
        <DishSheet
          row={opened.row}
          categoryId={opened.categoryId}
          categories={categories.data.items}
          dishes={dishes.data.items}
          onClose={() => setOpened(null)}
        />
      )}
      {doomed !== null && <Deletion doomed={doomed} onClose={() => setDoomed(null)} />}
    </Page>
  )
}

function Deletion({ doomed, onClose }: { readonly doomed: Doomed; readonly onClose: () => void }) {
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
            onError: error => notify.failed(t('common.error'), messageOf(error)),
            onSettled: onClose,
          },
        )
      }
    />
  )
}
