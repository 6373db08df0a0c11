#include "dialing.hpp"

#include <grpcpp/grpcpp.h>

#include <cstdlib>

#include "failures.hpp"
#include "maumau/v1/referee.grpc.pb.h"

namespace maumau {

namespace {

constexpr int most_bytes = 4 << 20;  // of a message

std::shared_ptr<grpc::Channel> channel_to(const std::string& target) {
  setenv("GRPC_VERBOSITY", "NONE", 0);  // or it prints that the referee hung up
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetMaxReceiveMessageSize(most_bytes);
  return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
}

// True if the referee just hung up, because it has no more games.
bool is_gone(const grpc::Status& status) {
  return status.ok() || status.error_code() == grpc::StatusCode::UNAVAILABLE ||
         status.error_code() == grpc::StatusCode::CANCELLED;
}

// One call, which is taken back when it is left early.
class Stream {
 public:
  explicit Stream(v1::RefereeService::Stub& stub) : stream_(stub.Play(&context_)) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (finished_) return;
    context_.TryCancel();
    finish();
  }

  bool read(v1::PlayResponse& message) { return stream_->Read(&message); }
  void write(const v1::PlayRequest& message) { stream_->Write(message); }
  grpc::Status finish() {
    finished_ = true;
    return stream_->Finish();
  }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>> stream_;
  bool finished_ = false;
};

}  // namespace

void dial(Session& session, const std::string& target, const v1::PlayRequest& hello) {
  const auto stub = v1::RefereeService::NewStub(channel_to(target));
  Stream stream(*stub);
  const Send send = [&](const v1::PlayRequest& request) { stream.write(request); };
  send(hello);
  bool welcomed = false;
  for (v1::PlayResponse message; stream.read(message);) {
    welcomed = true;
    if (const auto answers = session.reply(message, send)) send(*answers);
  }
  const auto status = stream.finish();
  if (!welcomed || !is_gone(status)) {
    throw RefereeFault("the stream ended with status " + std::to_string(status.error_code()) + ": " +
                       status.error_message());
  }
}

}  // namespace maumau
