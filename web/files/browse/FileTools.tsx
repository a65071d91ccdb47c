import { Checkbox, SegmentedControl, Select } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Search } from '../../kit/lists/Search.tsx'
import type { ListState } from '../../kit/lists/useListQuery.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import classes from './Files.module.css'
import type { FileView } from './listed.ts'

const orders = ['name', '-name', '-modified_at', 'modified_at', '-size', 'size', 'mimetype'] as const

/** Above the files: what is searched for, in which order, and how they are shown. */
export function FileTools({ list, view, setView, shows_hidden, setShowsHidden }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.tools}>
      <Search value={list.search} onChange={list.setSearch} />
      <div className={classes.sort} data-view={view}>
        <Select
          aria-label={t('files:sort.label')}
          allowDeselect={false}
          data={orders.map((order) => ({ value: order, label: t(`files:sort.${nameOfOrder(order)}`) }))}
          value={orders.includes(list.sort as 'name') ? list.sort : null}
          onChange={(value) => value && list.setSort(value)}
        />
      </div>
      <Checkbox
        className={classes.hidden}
        label={t('files:showHidden')}
        checked={shows_hidden}
        onChange={(event) => setShowsHidden(event.currentTarget.checked)}
      />
      <SegmentedControl<FileView>
        aria-label={t('files:view.label')}
        value={view}
        onChange={setView}
        data={[
          { value: 'list', label: <ViewLabel icon={IconList} text={t('files:view.list')} /> },
          { value: 'tiles', label: <ViewLabel icon={IconLayoutGrid} text={t('files:view.tiles')} /> },
        ]}
      />
    </div>
  )
}

function ViewLabel({ icon, text }: { icon: typeof IconList; text: string }) {
  return (
    <span className={classes.viewLabel} title={text}>
      <Icon of={icon} />
      <span>{text}</span>
    </span>
  )
}

/** A text's key has no sign. */
const nameOfOrder = (order: (typeof orders)[number]) =>
  (order.startsWith('-') ? `${order.slice(1)}_down` : order) as 'name' | 'name_down'

type Props = {
  list: ListState<'file'>
  view: FileView
  setView: (view: FileView) => void
  shows_hidden: boolean
  setShowsHidden: (shows: boolean) => void
}
