// The actions of people and programs on channels: owners and admins act on those of their organization, administrators on those
// of the installation.
import type { AppContext } from '~/context';
import {
  type ChannelContent,
  type ChannelKey,
  deleteChannel as deleteRow,
  findChannel,
  insertChannel,
  listChannels,
  updateChannel,
} from '~/db/alerts/channels';
import { newUnguessableId } from '~/db/core/id';
import { alertLimits } from '~/engine/alerts/channel';
import type { Problem } from '~/problem';
import { checkUniqueName } from '../unique-name';
import { type AlertActor, auditAlerts, checkAlertPermission } from './alert-actor';
import { type ChannelChange, mergeChannel, readChannel, type ReadChannel } from './channel-input';
import { type ChannelResponse, listChannelResponses } from './channel-response';
import { sealTarget } from './stored-channel';

type ChannelOutcome = { kind: 'channel'; channel: ChannelResponse } | Problem;

/**
 * Creates a channel. Problems: forbidden, not-found, invalid.
 *
 * @param formId the id of the form with this input: when that form made a channel before, returns that one
 */
export async function createChannel(
  context: AppContext,
  actor: AlertActor,
  input: ChannelChange,
  formId?: string,
): Promise<ChannelOutcome> {
  const key = { id: formId ?? newUnguessableId(), organizationId: actor.organizationId };
  const problem = await context.db.transaction(async (tx): Promise<Problem | undefined> => {
    const refusal = await checkAlertPermission(tx, context.config, actor);
    if (refusal) return refusal;
    const read = await readChannel(context, tx, key, input);
    if (read.kind !== 'read') return read;
    const known = await listChannels(tx, key);
    if (known.some(({ id }) => id === key.id)) return undefined;
    if (known.length >= alertLimits.channels) {
      return { kind: 'invalid', message: `There can be at most ${alertLimits.channels} channels.` };
    }
    const { name } = read.channel;
    const taken = checkUniqueName('channel', known, name);
    if (taken) return taken;
    await insertChannel(tx, key, toContent(context, { id: key.id, version: 1 }, read));
    await auditAlerts(tx, actor, {
      kind: 'channel-created',
      subjectId: key.id,
      detail: name,
      now: context.now(),
    });
    return undefined;
  });
  return problem ?? readChannelById(context, key);
}

function toContent(
  context: AppContext,
  { id, version }: { id: string; version: number },
  { channel, target }: ReadChannel & { kind: 'read' },
): ChannelContent {
  const { name, kind, integrationId, tag, events, remindHours } = channel;
  return {
    name,
    kind,
    integrationId,
    tag,
    events: JSON.stringify(events),
    remindHours,
    target: sealTarget(context.config, id, target),
    version,
    now: context.now(),
  };
}

/**
 * Changes the given fields; a mask keeps the value that it stands for. With a `version`, changes nothing when the channel has
 * another one. Problems: forbidden, not-found, invalid, conflict.
 */
export async function changeChannel(
  context: AppContext,
  actor: AlertActor,
  id: string,
  { version, ...input }: ChannelChange & { version?: number | undefined },
): Promise<ChannelOutcome> {
  const key = { id, organizationId: actor.organizationId };
  const problem = await context.db.transaction(async (tx): Promise<Problem | undefined> => {
    const refusal = await checkAlertPermission(tx, context.config, actor);
    if (refusal) return refusal;
    const stored = await findChannel(tx, key);
    if (!stored) return { kind: 'not-found' };
    if (version !== undefined && version !== stored.version) return { kind: 'conflict' };
    const read = await readChannel(context, tx, key, mergeChannel(context, stored, input));
    if (read.kind !== 'read') return read;
    const { name } = read.channel;
    const taken = checkUniqueName('channel', await listChannels(tx, key), name, id);
    if (taken) return taken;
    await updateChannel(tx, key, toContent(context, { id, version: stored.version + 1 }, read));
    await auditAlerts(tx, actor, {
      kind: 'channel-changed',
      subjectId: id,
      detail: name,
      now: context.now(),
    });
    return undefined;
  });
  return problem ?? readChannelById(context, key);
}

/** Deletes a channel, with its unsent messages. Problems: forbidden, not-found. */
export function deleteChannel(
  context: AppContext,
  actor: AlertActor,
  id: string,
): Promise<{ kind: 'deleted' } | Problem> {
  const key = { id, organizationId: actor.organizationId };
  return context.db.transaction(async (tx): Promise<{ kind: 'deleted' } | Problem> => {
    const refusal = await checkAlertPermission(tx, context.config, actor);
    if (refusal) return refusal;
    const stored = await findChannel(tx, key);
    if (!stored) return { kind: 'not-found' };
    await deleteRow(tx, key);
    await auditAlerts(tx, actor, {
      kind: 'channel-deleted',
      subjectId: id,
      detail: stored.name,
      now: context.now(),
    });
    return { kind: 'deleted' };
  });
}

/** Returns a channel as screens and responses show it. Problem: not-found. */
export async function readChannelById(context: AppContext, key: ChannelKey): Promise<ChannelOutcome> {
  const channel = (await listChannelResponses(context, key)).find(({ id }) => id === key.id);
  return channel ? { kind: 'channel', channel } : { kind: 'not-found' };
}
