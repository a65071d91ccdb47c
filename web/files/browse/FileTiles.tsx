import { Checkbox, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toSize } from '../../kit/format/size.ts'
import { ActionsMenu } from '../actions/ActionsMenu.tsx'
import { Thumbnail } from '../kit/Thumbnail.tsx'
import type { StoredFile } from '../types.ts'
import { drag, useMoveOver } from './dragging.ts'
import { FileLink } from './FileLink.tsx'
import { FileMarks } from './FileMarks.tsx'
import classes from './FileTiles.module.css'
import type { Listed } from './listed.ts'

/** Files as tiles, with previews of pictures. */
export function FileTiles(props: Listed) {
  const { rows, waiting } = props
  return (
    <ul className={classes.tiles} data-waiting={waiting || undefined}>
      {rows
        ? rows.map((file) => <Tile key={file.id} file={file} {...props} />)
        : Array.from({ length: 8 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={i}>
              <Skeleton height={176} radius="md" />
            </li>
          ))}
    </ul>
  )
}

function Tile({ file, selection, actionsOf, affected }: { file: StoredFile } & Listed) {
  const { t } = useTranslation()
  const ticked = selection.has(file.id)
  const { isOver, handlers } = useMoveOver(file.id, file.is_folder)
  return (
    <li
      className={classes.tile}
      draggable
      data-selected={ticked || undefined}
      data-over={isOver || undefined}
      data-hidden={file.hidden || undefined}
      onDragStart={(event) => drag(event, affected(file))}
      {...handlers}
    >
      <div className={classes.picture}>
        <Thumbnail file={file} />
      </div>
      <Checkbox
        className={classes.check}
        checked={ticked}
        onChange={(event) => selection.toggle(file.id, (event.nativeEvent as MouseEvent).shiftKey)}
        aria-label={t('table.select', { name: file.name })}
      />
      <div className={classes.words}>
        <FileLink file={file} className={classes.name!} />
        <small>
          {file.is_folder ? t('files:items', { count: file.items }) : toSize(file.size)}
          <FileMarks file={file} />
        </small>
      </div>
      <div className={classes.menu}>
        <ActionsMenu name={file.name} actions={() => actionsOf(affected(file))} />
      </div>
    </li>
  )
}
