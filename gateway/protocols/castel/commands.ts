import { type DeclaredCommand, plain } from '../shared/commands.ts'

/** Message 4583 switches the relay. */
export const commands: DeclaredCommand<unknown>[] = [plain('engine_stop', '4583 01'), plain('engine_resume', '4583 00')]
