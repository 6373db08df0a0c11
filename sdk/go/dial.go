package maumau

import (
	"context"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	pb "github.com/maumau-arena/maumau-go/internal/refereepb"
)

const maxMessage = 4 << 20 // bytes

// talk plays until the stream is closed.
func talk(ctx context.Context, session *session, target, token string, maxGames int) error {
	connection, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage)),
		grpc.WithNoProxy(),
		grpc.WithDisableRetry(),
	)
	if err != nil {
		return &RefereeError{err.Error()}
	}
	defer connection.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := pb.NewRefereeServiceClient(connection).Play(ctx)
	if err != nil {
		return faultOf(err)
	}
	if err := send(stream, session.hello(token, maxGames)); err != nil {
		return err
	}
	return converse(session, stream)
}

func converse(session *session, stream pb.RefereeService_PlayClient) error {
	session.send = func(request *pb.PlayRequest) error { return send(stream, request) }
	for welcomed := false; ; welcomed = true {
		message, err := stream.Recv()
		if err == io.EOF || err != nil && welcomed && isGone(err) {
			return nil
		}
		if err != nil {
			return faultOf(err)
		}
		request, err := session.reply(message)
		if err != nil {
			return err
		}
		if request == nil {
			continue
		}
		if err := send(stream, request); err != nil {
			return err
		}
	}
}

// send ignores a closed stream: receiving returns the reason.
func send(stream pb.RefereeService_PlayClient, request *pb.PlayRequest) error {
	if err := stream.Send(request); err != nil && err != io.EOF {
		return faultOf(err)
	}
	return nil
}

// isGone reports whether the referee just hung up.
func isGone(err error) bool {
	code := status.Code(err)
	return code == codes.Unavailable || code == codes.Canceled
}

func faultOf(err error) error {
	failed := status.Convert(err)
	return &RefereeError{fmt.Sprintf("%s: %s", failed.Code(), failed.Message())}
}
