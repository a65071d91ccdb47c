import type { Logger } from 'pino'
import type { Api } from '#api/main.ts'
import type { PeriodicTask } from '#db/background/periodic_task.ts'
import { inBackground } from '#db/embedded/session_queue.ts'
import type { IndexBuild } from '#db/indexes/task.ts'
import type { Cluster } from '#gateway/cluster/cluster.ts'
import type { SmsCommands } from '#gateway/commands/by_sms.ts'
import type { Gateway } from '#gateway/main.ts'
import type { Delivery } from '#messages/queue/delivery.ts'
import type { Webhooks } from '#messages/webhooks/webhooks.ts'

/** Every periodic task of the process, by its layer. Names and intervals are declared where the work is done. */
export function listTasks({
  cluster,
  delivery,
  sms_commands,
  webhooks,
  api,
  gateway,
  indexes,
}: Layers): Record<Layer, PeriodicTask[]> {
  const {
    upkeep,
    closing,
    movement,
    alerting,
    drills,
    forwards,
    presence,
    commands,
    watch,
    unknown,
    live,
    holds,
    certificate,
    transports,
  } = gateway
  return {
    cluster: present([cluster?.task]),
    messages: [...Object.values(delivery.tasks), sms_commands.task, ...webhooks.tasks],
    api: [api.upkeep, ...api.tasks].map(patient),
    gateway: present([
      patient(indexes.task),
      patient(upkeep.tasks.daily),
      upkeep.tasks.overdue,
      upkeep.tasks.schedules,
      closing.task && patient(closing.task),
      alerting.task,
      alerting.late,
      live.tasks.viewports,
      live.tasks.lent,
      live.tasks.announce,
      holds.task,
      // Only where devices connect to this process.
      ...(transports ? forwards.tasks : []),
      transports && movement.task,
      transports && movement.catching_up,
      transports && presence.task,
      transports && alerting.conditions.task,
      transports && drills.task,
      transports && patient(alerting.proximity.task),
      transports && commands.task,
      transports && watch.task,
      transports && unknown.task,
      transports?.phones.task,
      transports?.tcp.tasks.close_overdue,
      transports?.tcp.tasks.resume_blocked,
      certificate?.task,
    ]),
  }
}

/** Starts tasks: the first run of each is one interval from now. */
export function startBackground(tasks: Record<Layer, PeriodicTask[]>, log: Logger): Background {
  const started = (Object.keys(tasks) as Layer[]).map(
    (layer) => [layer, tasks[layer].map((task) => startTask(task, log))] as const,
  )
  const stops = new Map(started)
  return {
    async stop(layer) {
      await Promise.all((stops.get(layer) ?? []).map((stop) => stop()))
    },
  }
}

/** @returns a function that stops the task and awaits the current run */
function startTask({ name, interval_ms, run, failure_level = 'warn' }: PeriodicTask, log: Logger): () => Promise<void> {
  let running: Promise<void> | null = null
  const runOnce = async () => {
    try {
      await run()
    } catch (error) {
      log[failure_level]({ task: name, err: error }, 'a periodic task failed; the next run tries again')
    }
  }
  const timer = setInterval(() => {
    running ??= runOnce().finally(() => {
      running = null
    })
  }, interval_ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** On the embedded database its statements wait for those of devices and people. */
const patient = (task: PeriodicTask): PeriodicTask => ({ ...task, run: () => inBackground(() => task.run()) })

const present = (tasks: (PeriodicTask | null | undefined)[]): PeriodicTask[] =>
  tasks.filter((task) => task !== null && task !== undefined)

export type Layer = 'cluster' | 'messages' | 'api' | 'gateway'
type Layers = {
  cluster: Cluster | undefined
  delivery: Delivery
  sms_commands: SmsCommands
  webhooks: Webhooks
  api: Api
  gateway: Gateway
  indexes: IndexBuild
}

export type Background = {
  /** Stops a layer's tasks: no new run begins, and the current one is awaited. */
  stop(layer: Layer): Promise<void>
}
