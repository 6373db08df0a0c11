// The connection to the referee: one gRPC stream, opened by the bot.
import { setImmediate as turn } from "node:timers/promises";
import { type ClientDuplexStream, credentials, type ServiceError, status } from "@grpc/grpc-js";
import type { Player } from "./bots.js";
import { BotError, RefereeFault } from "./failures.js";
import { type PlayRequest, type PlayResponse, RefereeServiceClient } from "./maumau/v1/referee.js";
import { Session, SOON } from "./session.js";

const OPTIONS = { "grpc.enable_http_proxy": 0, "grpc.max_receive_message_length": 4 << 20 };
const GONE: readonly status[] = [status.UNAVAILABLE, status.CANCELLED];

/** Play until the stream closes; return the exit code: 0, 1 if the bot threw, 2 after a fault. */
export async function dial(player: Player, target: string, token: string, maxGames: number): Promise<number> {
  const client = new RefereeServiceClient(target, credentials.createInsecure(), OPTIONS);
  try {
    const call = client.play();
    await talk(player, call, token, maxGames);
    return 0;
  } catch (error) {
    return codeOf(error);
  } finally {
    client.close();
  }
}

async function talk(
  player: Player,
  call: ClientDuplexStream<PlayRequest, PlayResponse>,
  token: string,
  maxGames: number,
): Promise<void> {
  let since = performance.now();
  const send = async (request: PlayRequest) => {
    call.write(request);
    if (performance.now() - since < SOON) return;
    await turn(); // while a bot thinks, nothing is sent
    since = performance.now();
  };
  const session = new Session(player, send);
  let welcomed = false;
  call.write(session.hello(token, maxGames));
  try {
    for await (const message of call) {
      welcomed = true;
      const answers = await session.reply(message);
      if (answers) await send(answers);
    }
  } catch (error) {
    if (!isStatus(error)) throw error;
    if (welcomed && GONE.includes(error.code)) return;
    throw new RefereeFault(`${status[error.code]}: ${error.details}`);
  } finally {
    call.cancel();
  }
}

function isStatus(error: unknown): error is ServiceError {
  return error instanceof Error && "details" in error && "code" in error;
}

function codeOf(error: unknown): number {
  if (error instanceof BotError) {
    process.stderr.write(error.report());
    return 1;
  }
  if (error instanceof RefereeFault) {
    console.error(`maumau: the referee ended this bot: ${error.message}`);
    return 2;
  }
  throw error;
}
