# The target maumau::grpc: gRPC without TLS and what it rests on, linked as MAUMAU_STATIC says.
set(maumau_packages grpc++_unsecure protobuf libcares re2 zlib)

add_library(maumau_grpc INTERFACE IMPORTED)
add_library(maumau::grpc ALIAS maumau_grpc)
if(MAUMAU_STATIC)
  # Asked once for all of it: an answer takes seconds, and pkg_check_modules asks a dozen times.
  if(NOT DEFINED MAUMAU_GRPC_FLAGS)
    list(TRANSFORM CMAKE_PREFIX_PATH APPEND /lib/pkgconfig OUTPUT_VARIABLE places)
    string(JOIN ":" places $ENV{PKG_CONFIG_PATH} ${places})
    execute_process(
      COMMAND ${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${places}
              ${PKG_CONFIG_EXECUTABLE} --print-errors --static --cflags-only-I --libs ${maumau_packages}
      OUTPUT_VARIABLE flags RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(failed)
      message(FATAL_ERROR "pkg-config does not find all of these: ${maumau_packages}")
    endif()
    separate_arguments(flags UNIX_COMMAND "${flags}")
    set(MAUMAU_GRPC_FLAGS "${flags}" CACHE INTERNAL "What pkg-config says of gRPC")
  endif()
  set(folders ${MAUMAU_GRPC_FLAGS})
  list(FILTER folders INCLUDE REGEX "^-I")
  list(TRANSFORM folders REPLACE "^-I" "")
  set(libraries ${MAUMAU_GRPC_FLAGS})
  list(FILTER libraries EXCLUDE REGEX "^-I")
  target_include_directories(maumau_grpc SYSTEM INTERFACE ${folders})
  # Two small libraries of gRPC's are in no pkg-config file. The linker warns of getaddrinfo, which a bot needs
  # for the names of hosts only.
  target_link_libraries(maumau_grpc INTERFACE
    -Wl,--start-group ${libraries} upb address_sorting -Wl,--end-group)
  target_link_options(maumau_grpc INTERFACE -static -Wl,--gc-sections)
else()
  pkg_check_modules(MAUMAU_GRPC REQUIRED QUIET ${maumau_packages})
  target_include_directories(maumau_grpc SYSTEM INTERFACE ${MAUMAU_GRPC_INCLUDE_DIRS})
  target_link_libraries(maumau_grpc INTERFACE ${MAUMAU_GRPC_LINK_LIBRARIES})
endif()
