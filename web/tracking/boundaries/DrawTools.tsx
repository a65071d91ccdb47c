import { ActionIcon } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconCircleDot,
  IconFileImport,
  IconLasso,
  IconPointer,
  IconPolygon,
  IconRectangle,
  IconScissors,
  IconTrash,
} from '@tabler/icons-react'
import type { Dispatch, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/Icon.tsx'
import type { Action, Draft, Tool } from '../map/draw/draft.ts'
import classes from './BoundaryEditor.module.css'

const tools: [Tool, ReactNode][] = [
  ['select', <Icon of={IconPointer} key="select" />],
  ['polygon', <Icon of={IconPolygon} key="polygon" />],
  ['rectangle', <Icon of={IconRectangle} key="rectangle" />],
  ['circle', <Icon of={IconCircleDot} key="circle" />],
  ['freehand', <Icon of={IconLasso} key="freehand" />],
]

/** Above the map on a desktop, within reach of the thumb on a phone. */
export function DrawTools({ draft, dispatch, onImport }: Props) {
  const { t } = useTranslation()
  const { tool, cuts, sketch, shape, selected, past, future } = draft
  const cut = () => {
    dispatch({ type: 'cuts', cuts: !cuts })
    if (tool === 'select') dispatch({ type: 'tool', tool: 'polygon' })
  }
  return (
    <div className={classes.tools}>
      <div className={classes.group} role="toolbar" aria-label={t('tracking:draw.tools')}>
        {tools.map(([name, icon]) => (
          <ToolButton
            key={name}
            label={t(`tracking:draw.${name}`)}
            on={tool === name}
            press={() => dispatch({ type: 'tool', tool: name })}
          >
            {icon}
          </ToolButton>
        ))}
        <ToolButton label={t('tracking:draw.cut')} on={cuts} off={!shape} press={cut}>
          <Icon of={IconScissors} />
        </ToolButton>
      </div>
      <div className={classes.group} role="toolbar" aria-label={t('tracking:draw.steps')}>
        <ToolButton
          label={t('tracking:draw.undo')}
          off={past.length === 0 && !sketch}
          press={() => dispatch({ type: 'undo' })}
        >
          <Icon of={IconArrowBackUp} />
        </ToolButton>
        <ToolButton label={t('tracking:draw.redo')} off={future.length === 0} press={() => dispatch({ type: 'redo' })}>
          <Icon of={IconArrowForwardUp} />
        </ToolButton>
        <ToolButton
          label={t('tracking:draw.remove')}
          off={!selected && !sketch}
          press={() => dispatch({ type: 'remove' })}
        >
          <Icon of={IconTrash} />
        </ToolButton>
        <ToolButton
          label={t('tracking:draw.finish')}
          off={sketch?.tool !== 'polygon' || sketch.points.length < 3}
          press={() => dispatch({ type: 'finish' })}
        >
          <Icon of={IconCheck} />
        </ToolButton>
        <ToolButton label={t('tracking:draw.import')} press={onImport}>
          <Icon of={IconFileImport} />
        </ToolButton>
      </div>
    </div>
  )
}

function ToolButton({ label, on, off = false, press, children }: ToolProps) {
  return (
    <ActionIcon
      size={40}
      variant={on ? 'filled' : 'subtle'}
      color={on ? 'teal' : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={on}
      disabled={off}
      onClick={press}
    >
      {children}
    </ActionIcon>
  )
}

type ToolProps = { label: string; on?: boolean; off?: boolean; press: () => void; children: ReactNode }
type Props = { draft: Draft; dispatch: Dispatch<Action>; onImport: () => void }
