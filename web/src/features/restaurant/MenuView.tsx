import { calls } from '@greensward/contract'
import type { Category, Dish } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconToolsKitchen2, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, useAct, useCourseTime } from '../../api/index.ts'
import { EmptyState, IconButton, notify, Panel, SortableList, StatusPill } from '../../ui/index.ts'
import { addDays, startOfDay } from '../../ui/zonedTime.ts'
import type { Doomed } from './Deletion.tsx'
import { DishPhoto } from './DishPhoto.tsx'
import { formatPrice } from './price.ts'
import classes from './RestaurantPage.module.css'

interface MenuViewProps {
  readonly categories: readonly Category[]
  readonly dishes: readonly Dish[]
  readonly mayEdit: boolean
  readonly onAddCategory: () => void
  readonly onAddDish: (categoryId: string) => void
  readonly onEditCategory: (row: Category) => void
  readonly onEditDish: (row: Dish) => void
  readonly onDelete: (doomed: Doomed) => void
}

/** The menu as those see it who keep it: in the order of the carts, moved by its handles. */
export function MenuView(props: MenuViewProps) {
  const { categories, dishes, mayEdit, onAddCategory, onAddDish, onEditCategory, onDelete } = props
  const { t } = useTranslation()
  const sort = useAct(calls.menu.sort, { changes: [calls.categories.list, calls.dishes.list] })
  const sorted = async (body: Parameters<typeof sort.mutateAsync>[0]['body']): Promise<void> => {
    try {
      await sort.mutateAsync({ body })
    } catch (error) {
      notify.failed(t('common.error'), errorText(error))
    }
  }
  if (categories.length === 0)
    return (
      <EmptyState
        icon={<IconToolsKitchen2 aria-hidden />}
        title={t('restaurant.none')}
        text={t('restaurant.noneText')}
        action={mayEdit && <Button onClick={onAddCategory}>{t('restaurant.addCategory')}</Button>}
      />
    )
  return (
    <div className={classes.sides}>
      {categories.length > 1 && mayEdit && (
        <Panel title={t('restaurant.sort')} className={classes.order ?? ''}>
          <SortableList
            items={categories}
            idOf={category => category.id}
            nameOf={category => category.name}
            onSort={ids => sorted({ of: 'categories', ids })}
          >
            {category => <span className={classes.name}>{category.name}</span>}
          </SortableList>
        </Panel>
      )}
      <div className={classes.menu}>
        {categories.map(category => {
          const own = dishes.filter(dish => dish.categoryId === category.id)
          return (
            <Panel
              key={category.id}
              title={category.name}
              actions={
                mayEdit && (
                  <>
                    <IconButton
                      label={t('restaurant.addDishTo', { name: category.name })}
                      onClick={() => onAddDish(category.id)}
                    >
                      <IconPlus size={20} stroke={1.75} />
                    </IconButton>
                    <IconButton
                      label={`${t('common.edit')}: ${category.name}`}
                      onClick={() => onEditCategory(category)}
                    >
                      <IconPencil size={20} stroke={1.75} />
                    </IconButton>
                    <IconButton
                      label={`${t('common.delete')}: ${category.name}`}
                      color="error"
                      onClick={() => onDelete({ kind: 'category', row: category })}
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
                <SortableList
                  items={own}
                  idOf={dish => dish.id}
                  nameOf={dish => dish.name}
                  onSort={
                    mayEdit && own.length > 1
                      ? ids => sorted({ of: 'dishes', categoryId: category.id, ids })
                      : undefined
                  }
                >
                  {dish => <DishRow {...props} dish={dish} />}
                </SortableList>
              )}
            </Panel>
          )
        })}
      </div>
    </div>
  )
}

/** The limits on serving a dish, in words. */
function DishState({ dish }: { readonly dish: Dish }) {
  const { t } = useTranslation()
  const time = useCourseTime()
  if (!dish.isAvailable) return <StatusPill tone="neutral">{t('restaurant.offMenu')}</StatusPill>
  if (dish.soldOutUntil !== null && new Date(dish.soldOutUntil) > new Date())
    return (
      <StatusPill tone="warn">{t('restaurant.soldOutUntil', { time: time.dateTime(dish.soldOutUntil) })}</StatusPill>
    )
  const { servedFrom: from, servedTo: to } = dish
  if (from === null && to === null) return null
  return (
    <span className={classes.hint}>
      {from !== null && to !== null
        ? t('restaurant.served', { from, to })
        : from !== null
          ? t('restaurant.servedFromOnly', { from })
          : t('restaurant.servedToOnly', { to })}
    </span>
  )
}

function DishRow({ dish, mayEdit, onEditDish, onDelete }: MenuViewProps & { readonly dish: Dish }) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const update = useAct(calls.dishes.update, { changes: [calls.dishes.list] })
  const isSoldOut = dish.soldOutUntil !== null && new Date(dish.soldOutUntil) > new Date()
  const toggleSoldOut = (): void => {
    const tomorrow = startOfDay(addDays(time.dayOf(new Date()), 1), time.zone).toISOString()
    update.mutate(
      { params: { id: dish.id }, body: { soldOutUntil: isSoldOut ? null : tomorrow, updatedAt: dish.updatedAt } },
      { onError: error => notify.failed(t('common.error'), errorText(error)) },
    )
  }
  return (
    <div className={classes.dish}>
      <DishPhoto dish={dish} className={classes.thumb} />
      <span className={classes.words}>
        <span className={classes.name}>{dish.name}</span>
        {dish.description !== '' && <span className={classes.hint}>{dish.description}</span>}
        <DishState dish={dish} />
      </span>
      <strong>{formatPrice(dish, i18n.language)}</strong>
      {mayEdit && (
        <span className={classes.buttons}>
          {dish.isAvailable && (
            <Button variant="subtle" size="compact-sm" h={40} loading={update.isPending} onClick={toggleSoldOut}>
              {t(isSoldOut ? 'restaurant.backOnMenu' : 'restaurant.soldOutToday')}
            </Button>
          )}
          <IconButton label={`${t('common.edit')}: ${dish.name}`} onClick={() => onEditDish(dish)}>
            <IconPencil size={20} stroke={1.75} />
          </IconButton>
          <IconButton
            label={`${t('common.delete')}: ${dish.name}`}
            color="error"
            onClick={() => onDelete({ kind: 'dish', row: dish })}
          >
            <IconTrash size={20} stroke={1.75} />
          </IconButton>
        </span>
      )}
    </div>
  )
}
